import type { PGlite, Results, Transaction } from '@electric-sql/pglite'
import { afterPatience } from '../platform/time-limit.ts'
import type { turns } from '../platform/turns.ts'
import type { PgliteStatements } from './pglite-statements.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/**
 * Shares PGlite's one connection in turns. With limited patience, a caller whose turn does not come in time gets
 * DatabaseUnavailable, and its work never runs. It has the methods of PGlite that drizzle uses.
 */
export class PgliteLine {
  readonly #pglite: PGlite
  readonly #patience: number | null
  readonly #next: ReturnType<typeof turns>
  readonly #statements: PgliteStatements

  /**
   * @param inTurn gives out turns (turns.ts), shared by all lines of an engine, as `statements` are
   * @param patience how long to wait for a turn (ms); null waits forever
   */
  constructor(
    pglite: PGlite,
    {
      inTurn,
      patience,
      statements,
    }: { inTurn: ReturnType<typeof turns>; patience: number | null; statements: PgliteStatements },
  ) {
    this.#pglite = pglite
    this.#patience = patience
    this.#next = inTurn
    this.#statements = statements
  }

  query<T>(...words: Parameters<PGlite['query']>): Promise<Results<T>> {
    return this.#inTurn(() => this.#statements.query<T>(...words))
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn((begin) =>
      this.#pglite.transaction((tx) => {
        begin()
        const query = (...words: Parameters<PGlite['query']>) => this.#statements.queryIn(tx, ...words)
        return work(Object.assign(Object.create(tx), { query }))
      }),
    )
  }

  /**
   * @param take calls `begin` when it has the connection; that throws if it is too late. A query only knows when it is
   * over.
   */
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
      // Even something that throws before there is a promise must not stop the line.
      const taken = async () => take(begin)
      await taken().then(resolve, reject)
      stopWaiting()
    }
    void this.#next(turn)
    return promise
  }
}
