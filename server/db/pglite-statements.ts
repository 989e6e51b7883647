import { type PGlite, parse, protocol, type Results, type Transaction } from '@electric-sql/pglite'

type Query = Parameters<PGlite['query']>

/** A statement that was asked at least once. */
interface Known {
  /** Null until it is asked a second time. */
  name: string | null
  /** The types of its parameters; null until the engine has parsed it under its name. */
  types: readonly number[] | null
  uses: number
}

/** How many statements are remembered. A parsed one takes some ten kilobytes of the engine's memory. */
const MOST = 150
/** Longer texts are made for one occasion. */
const LONGEST = 8_000
/** After this many uses it is planned anew: nothing else tells the engine that a table has grown. */
const PLANNED_FOR = 500

const { serialize } = protocol
let names = 0

/**
 * Keeps statements parsed and planned in PGlite. `PGlite.query` parses, describes and plans every one anew, in five calls
 * of the engine, which takes several times as long as running it; a repeated statement takes one call here.
 */
export class PgliteStatements {
  readonly #pglite: PGlite
  readonly #known = new Map<string, Known>()
  /** Names that the engine may forget. */
  #dropped: string[] = []

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** Like `PGlite.query`. */
  async query<T>(...[text, params, options]: Query): Promise<Results<T>> {
    const known = this.#repeated(text)
    if (!known) return this.#pglite.query<T>(text, params, options)
    await this.#pglite._checkReady()
    return this.#pglite._runExclusiveTransaction(() =>
      this.#pglite._runExclusiveQuery(() => this.#run<T>(known, [text, params, options], true)),
    )
  }

  /** Like `Transaction.query`. */
  async queryIn<T>(tx: Transaction, ...[text, params, options]: Query): Promise<Results<T>> {
    const known = tx.closed ? null : this.#repeated(text)
    if (!known) return tx.query<T>(text, params, options)
    return this.#pglite._runExclusiveQuery(() => this.#run<T>(known, [text, params, options], false))
  }

  /** Returns the statement if it was asked before, and remembers it. */
  #repeated(text: string): Known | null {
    if (text.length > LONGEST) return null
    const known = this.#known.get(text)
    this.#known.delete(text)
    if (known?.uses === PLANNED_FOR) this.#drop(known)
    const next = known ?? { name: null, types: null, uses: 0 }
    this.#known.set(text, next)
    if (!known) this.#forgetOldest()
    next.uses += 1
    return known ? next : null
  }

  #forgetOldest(): void {
    if (this.#known.size <= MOST) return
    const [oldest] = this.#known
    if (!oldest) return
    this.#known.delete(oldest[0])
    this.#drop(oldest[1])
  }

  #drop(known: Known): void {
    if (known.types && known.name !== null) this.#dropped.push(known.name)
    Object.assign(known, { name: null, types: null, uses: 0 } satisfies Known)
  }

  async #run<T>(known: Known, [text, params = [], options]: Query, isAlone: boolean): Promise<Results<T>> {
    const { types, name } = await this.#parsed(known, text)
    const values = params.map((value, index) => this.#written(value, types[index] ?? 0, options))
    // One message: after an error the engine skips the rest of it up to `sync`.
    const messages = await this.#pglite.execProtocolStream(
      Buffer.concat([
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      ]),
      { syncToFs: isAlone },
    )
    // Given both, `parseResults` would copy some hundred parsers each time.
    const parsers = Object.assign(Object.create(this.#pglite.parsers), options?.parsers)
    return parse.parseResults(messages, parsers, options?.rowMode ? { rowMode: options.rowMode } : {})[0] as Results<T>
  }

  async #parsed(known: Known, text: string): Promise<{ types: readonly number[]; name: string }> {
    if (known.types && known.name !== null) return { types: known.types, name: known.name }
    names += 1
    const name = `kept_${names}`
    const dropped = this.#dropped
    this.#dropped = []
    const messages = await this.#pglite.execProtocolStream(
      Buffer.concat([
        ...dropped.map((old) => serialize.close({ type: 'S', name: old })),
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ]),
      { syncToFs: false },
    )
    const types = parse.parseDescribeStatementResults(messages)
    Object.assign(known, { name, types })
    return { types, name }
  }

  #written(value: unknown, type: number, options: Query[2]): string | null {
    if (value === null || value === undefined) return null
    const serializer = options?.serializers?.[type] ?? this.#pglite.serializers[type]
    return serializer ? serializer(value) : String(value)
  }
}
