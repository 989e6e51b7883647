import type { PGlite, Results, Transaction } from '@electric-sql/pglite'
import { afterPatience } from '../platform/time-limit.ts'
import type { turns } from '../platform/turns.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/**
 * PGlite's one connection, in turn: who does not wait for long and has not had a turn in time hears DatabaseUnavailable and never gets one. It has what drizzle asks of a PGlite.
 */
export class PgliteLine {
  readonly #pglite: PGlite
  readonly #patience: number | null
  readonly #next: ReturnType<typeof turns>

  /**
   * @param inTurn whose turn it is (turns.ts), the same for all lines of an engine
   * @param patience how long one waits for a turn (ms); null waits for ever
   */
  constructor(pglite: PGlite, { inTurn, patience }: { inTurn: ReturnType<typeof turns>; patience: number | null }) {
    this.#pglite = pglite
    this.#patience = patience
    this.#next = inTurn
  }

  query<T>(...words: Parameters<PGlite['query']>): Promise<Results<T>> {
    return this.#inTurn(() => this.#pglite.query<T>(...words))
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn((begin) =>
      this.#pglite.transaction((tx) => {
        begin()
        return work(tx)
      }),
    )
  }

  /** @param take to be called when the connection is there; throws when it is too late. A query only knows when it is over. */
  #inTurn<T>(take: (begin: () => void) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let isLate = false
    const late = () => {
      isLate = true
      reject(new DatabaseUnavailable('the database is busy'))
    }
    const stopWaiting = this.#patience === null ? () => {} : afterPatience(this.#patience, late)
    const begin = () => {
      if (isLate) throw new DatabaseUnavailable('the database was busy')
      stopWaiting()
    }
    const turn = async () => {
      if (isLate) return
      // Also what throws before it is a promise must not stop the line.
      const taken = async () => take(begin)
      await taken().then(resolve, reject)
      stopWaiting()
    }
    void this.#next(turn)
    return promise
  }
}
