import { protocol } from '@electric-sql/pglite'

/** A value on the wire: every value is sent and answered as text. */
export type Cell = string | null

/** The engine's answer to one statement. */
export interface Wire {
  rows: Cell[][]
  /** The outcome, such as `INSERT 0 1`; empty when nothing was executed. */
  done: string
  /** The types of the parameters and the columns of the rows, when the statement was described. */
  types: number[]
  fields: { name: string; dataTypeID: number }[]
}

/** The engine's message for "execute what was just bound, then be ready for the next". */
const EXECUTE = Buffer.concat([protocol.serialize.execute(), protocol.serialize.sync()])

/**
 * Bytes of a Bind message without its texts: kind, length, two name terminators, two format counts, one value count.
 */
const BIND_FRAME = 1 + 4 + 2 + 2 + 2 + 2
const LENGTH = 4
const NULL = -1

/** The first byte of each message that matters here. */
const KIND = { row: 0x44, done: 0x43, types: 0x74, fields: 0x54, error: 0x45 } as const

/**
 * Binds the values to a prepared statement and executes it, as one message. PGlite's own `serialize.bind` takes four
 * times as long, which is most of the cost of a small statement.
 */
export function execution(statement: string, values: readonly Cell[]): Buffer {
  const sizes = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  const size = sizes.reduce((sum, one) => sum + LENGTH + one, BIND_FRAME + statement.length)
  const message = Buffer.allocUnsafe(size + EXECUTE.length)
  let at = message.write('B', 'latin1')
  at = message.writeInt32BE(size - 1, at)
  at = message.writeUInt8(0, at)
  at += message.write(statement, at, 'latin1')
  at = message.writeUInt8(0, at)
  at = message.writeInt16BE(0, at)
  at = message.writeInt16BE(values.length, at)
  for (const [index, value] of values.entries()) {
    at = message.writeInt32BE(value === null ? NULL : (sizes[index] ?? 0), at)
    if (value !== null) at += message.write(value, at)
  }
  at = message.writeInt16BE(0, at)
  EXECUTE.copy(message, at)
  return message
}

/** Reads all messages of an answer. Throws the database's error when they contain one. */
export function readAnswer(answer: Buffer): Wire {
  const wire: Wire = { rows: [], done: '', types: [], fields: [] }
  for (let at = 0; at < answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    const body = at + 1 + LENGTH
    switch (answer[at]) {
      case KIND.row:
        wire.rows.push(cellsAt(answer, body))
        break
      case KIND.done:
        wire.done = textAt(answer, body)
        break
      case KIND.types:
        wire.types = typesAt(answer, body)
        break
      case KIND.fields:
        wire.fields = fieldsAt(answer, body)
        break
      case KIND.error:
        throw errorIn(answer)
    }
  }
  return wire
}

function cellsAt(answer: Buffer, body: number): Cell[] {
  const count = answer.readInt16BE(body)
  const cells = new Array<Cell>(count)
  let at = body + 2
  for (let index = 0; index < count; index += 1) {
    const size = answer.readInt32BE(at)
    at += LENGTH
    cells[index] = size === NULL ? null : answer.toString('utf8', at, at + size)
    if (size > 0) at += size
  }
  return cells
}

const textAt = (answer: Buffer, at: number): string => answer.toString('utf8', at, answer.indexOf(0, at))

const typesAt = (answer: Buffer, body: number): number[] =>
  Array.from({ length: answer.readInt16BE(body) }, (_, index) => answer.readInt32BE(body + 2 + index * 4))

/** After its name each column has 18 bytes: table, column, type, size, modifier, format. */
function fieldsAt(answer: Buffer, body: number): Wire['fields'] {
  let at = body + 2
  return Array.from({ length: answer.readInt16BE(body) }, () => {
    const name = textAt(answer, at)
    at = answer.indexOf(0, at) + 1 + 18
    return { name, dataTypeID: answer.readInt32BE(at - 12) }
  })
}

/** Builds the error as PGlite itself would throw it: the server recognises a broken constraint by its code. */
function errorIn(answer: Buffer): unknown {
  let error: unknown
  new protocol.Parser().parse(answer, (message: { name: string }) => {
    if (message.name === 'error') error ??= message
  })
  return error
}
