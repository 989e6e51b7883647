import { t } from '#domain/language/translate.ts'
/**
 * The largest size of an entry: an object of a few bytes takes a hundred in memory, and more once a schema finds fault
 * with it.
 */
export interface EntryLimits {
  bytes: number
  /**
   * The number of its lists, objects and commas outside of texts: more than the values it contains, but at most twice
   * as many.
   */
  values: number
}

/** An entry of a list and its size; `fault` says why it is not parsed. */
export type ListEntry = EntryLimits & ({ value: unknown } | { fault: string })

/** The bytes are not a JSON list. */
export class NoList extends Error {}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]
const BLANKS: readonly (number | undefined)[] = [0x20, 0x09, 0x0a, 0x0d]

/**
 * Yields the entries of a JSON list in UTF-8, parsing each on demand: only one is in memory at a time, and one over the
 * limits is not parsed at all. Throws NoList, possibly not before the last entry.
 */
export function* listEntries(bytes: Buffer, limits: EntryLimits): Generator<ListEntry, void> {
  let start = afterBlanks(bytes, 0)
  if (bytes[start] !== LIST) throw new NoList()
  start += 1
  if (bytes[afterBlanks(bytes, start)] === LIST_END) return endList(bytes, afterBlanks(bytes, start))
  for (;;) {
    const { end, values } = entryFrom(bytes, start)
    yield readEntry(bytes.subarray(start, end), values, limits)
    if (bytes[end] === LIST_END) return endList(bytes, end)
    start = end + 1
  }
}

function endList(bytes: Buffer, end: number): void {
  if (afterBlanks(bytes, end + 1) < bytes.length) throw new NoList()
}

function afterBlanks(bytes: Buffer, from: number): number {
  let at = from
  while (BLANKS.includes(bytes[at])) at += 1
  return at
}

/**
 * Returns where the entry ends, at a comma or at the end of the list, and how many values it contains. Texts are
 * skipped and count as one.
 */
function entryFrom(bytes: Buffer, start: number): { end: number; values: number } {
  let depth = 0
  let values = 1
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === LIST || byte === OBJECT) {
      depth += 1
      values += 1
    } else if (depth === 0 && (byte === COMMA || byte === LIST_END)) return { end: at, values }
    else if (byte === COMMA) values += 1
    else if (byte === LIST_END || byte === OBJECT_END) depth -= 1
  }
  throw new NoList()
}

function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

function readEntry(text: Buffer, values: number, limits: EntryLimits): ListEntry {
  const size = { bytes: text.length, values }
  if (size.bytes > limits.bytes)
    return { ...size, fault: t('The entry must be at most {bytes} bytes.', { bytes: limits.bytes }) }
  if (values > limits.values)
    return { ...size, fault: t('The entry must hold at most {values} values.', { values: limits.values }) }
  try {
    return { ...size, value: JSON.parse(text.toString('utf8')) }
  } catch {
    throw new NoList()
  }
}
