import { matchesIn } from '../../words/near.ts'
import { type Break, inLines } from '../../words/plain-text.ts'
import { PRINT } from '../cues.ts'

/** One unit of what a card or letter says: a sentence, or a field with its value. */
export interface Statement {
  from: number
  to: number
  /** Its words, including the label, in the plain text. */
  text: string
  /** The field whose value it is, in small letters; empty where it is in none. */
  label: string
  /** Where its value begins in the plain text: after the label, if it has one. */
  valueFrom: number
}

/** A text with line ends, split into statements. */
export interface Print {
  text: string
  statements: readonly Statement[]
  lines: readonly Line[]
}

/** A printed line in the plain text. */
export interface Line {
  from: number
  to: number
}

const SENTENCE_END = /[.!;](?= )/g
const BEGINS_SENTENCE = /^ [\p{Lu}\d(“"]/u

const MOST_LABEL_WORDS = 5

/** No card has more; the rest counts as part of the last. */
const MOST_STATEMENTS = 200
/** The shortest line that was broken because it was full. */
const FULL_LINE = 45

/**
 * Splits a printed text into statements.
 * @param text the plain text, with the digits that were printed; the breaks refer to its positions
 */
export function printOf(text: string, breaks: readonly Break[]): Print {
  const lines = partsFrom(
    text,
    breaks.filter(({ kind }) => kind !== 'column').map(({ at }) => at + 1),
  )
  const starts = startsOf(text, breaks, lines).slice(0, MOST_STATEMENTS - 1)
  const statements: Statement[] = []
  for (const { from, to } of partsFrom(text, starts)) {
    const words = text.slice(from, to)
    if (words.trim() !== '') statements.push(labelled({ from, to, text: words }, statements.at(-1)))
  }
  return { text, statements, lines }
}

/** Returns the statement that contains a position. */
export const statementAt = ({ statements }: Print, at: number): Statement | undefined =>
  statements.findLast(({ from }) => from <= at)

/** Returns the parts of a text, the first from its beginning on, the others from these positions on. */
const partsFrom = (text: string, starts: readonly number[]): Line[] =>
  [0, ...starts].map((from, index) => ({ from, to: starts[index] ?? text.length }))

const POINTED = /^\s*(?:at )?\d{1,2}\.[0-5]\d(?!\d|\.\d)/i

/** Returns whether a position is at the end of a line's last column: its text does not continue on the next line. */
export function endsRow({ lines, statements, text }: Print, at: number): boolean {
  const line = lines.find(({ to }) => to > at)
  const isEnd = text.slice(at, line?.to).trim() === ''
  return isEnd && statements.some(({ from }) => from > (line?.from ?? at) && from < at)
}

/**
 * Returns a text with the same positions in which times are written as elsewhere: `9:40` where only the field, or the
 * absence of anything else, shows that `9.40` is a time, and separated from their label.
 */
export const withClockTimes = (text: string, { statements }: Print): string =>
  statements.reduce((whole, { label, from, valueFrom, to }) => {
    const time = POINTED.exec(whole.slice(valueFrom, to))?.[0] ?? ''
    const isAlone = whole.slice(valueFrom + time.length, to).trim() === ''
    const point = valueFrom + time.lastIndexOf('.')
    const isTime = time !== '' && (isAlone || PRINT.timeField.test(label))
    const timed = isTime ? `${whole.slice(0, point)}:${whole.slice(point + 1)}` : whole
    const isGlued = valueFrom > from && timed[valueFrom - 1] === ':'
    return isGlued ? `${timed.slice(0, valueFrom - 1)} ${timed.slice(valueFrom)}` : timed
  }, text)

/**
 * Returns a text with the same positions and a line end before every statement; a field shares a line with its value.
 */
export const inStatements = (text: string, { statements }: Print): string =>
  inLines(
    text,
    statements.flatMap(({ from, valueFrom, label }) =>
      from > 0 && (label === '' || valueFrom > from) ? [from - 1] : [],
    ),
  )

const ENDS_IN_TIME = /\d[:.]\d\d ?(?:[ap]\.?m\b\.?)?\s*$/i

/**
 * Like `inStatements`, but with line ends only after a time, and between a statement with a number and one that begins
 * with a word: what leads to a number stays right before it.
 */
export const behindNumbers = (text: string, print: Print): string =>
  inLines(
    text,
    print.statements.flatMap(({ from, text: words }, index) => {
      const before = print.statements[index - 1]?.text ?? ''
      const isApart = ENDS_IN_TIME.test(before) || (/^\p{Lu}/u.test(words) && /\d/.test(before))
      return isApart ? [from - 1] : []
    }),
  )

/** Returns where statements begin, but for the first one. */
function startsOf(text: string, breaks: readonly Break[], lines: readonly Line[]): number[] {
  const starts: number[] = []
  let lineStart = 0
  for (const [index, { at, kind, isInside }] of breaks.entries()) {
    const isInRow = kind === 'line' && breaks[index - 1]?.kind !== 'column'
    if (!isInRow || !runsOn(text.slice(lineStart, at), text.slice(at + 1, at + 60), isInside)) starts.push(at + 1)
    if (kind !== 'column') lineStart = at + 1
  }
  const sentences = matchesIn(text, SENTENCE_END)
    .filter(({ index }) => BEGINS_SENTENCE.test(text.slice(index + 1, index + 3)))
    .filter(({ index }) => !PRINT.abbreviation.test(text.slice(Math.max(0, index - 10), index)))
    .map(({ index }) => index + 2)
  const fields = lines.flatMap(({ from, to }) => {
    const line = text.slice(from, to)
    const within = matchesIn(line, PRINT.fieldWithin).filter(({ index }) => /[\d:]/.test(line.slice(0, index)))
    return within.map(({ index }) => from + index)
  })
  return [...new Set([...starts, ...sentences, ...fields])].sort((a, b) => a - b)
}

/** Returns whether a line was broken within a sentence. */
function runsOn(line: string, next: string, isInside: boolean): boolean {
  if (PRINT.labelled.test(next)) return false
  if (isInside) return !PRINT.fieldBelow.test(next) || PRINT.goesOn.test(line)
  if (PRINT.salutation.test(line)) return false
  if (PRINT.goesOn.test(line)) return line.includes(' ')
  const isProse = (line.match(/ \p{Ll}/gu) ?? []).length > 3
  return line.length >= FULL_LINE && isProse && /[\p{L}\d]$/u.test(line)
}

type Unlabelled = Omit<Statement, 'label' | 'valueFrom'>

function labelled(statement: Unlabelled, before: Statement | undefined): Statement {
  const { text, from, to } = statement
  const match = PRINT.labelled.exec(text) ?? PRINT.unmarked.exec(text) ?? PRINT.standsAlone.exec(text.trimEnd())
  const label = match?.groups?.label ?? ''
  if (match && label.split(' ').length <= MOST_LABEL_WORDS && !PRINT.salutation.test(label))
    return { ...statement, label: label.trim().toLowerCase(), valueFrom: Math.min(to, from + match[0].length) }
  // A separate label belongs to what follows it.
  const isOfBefore = before !== undefined && before.valueFrom >= before.from + before.text.trimEnd().length
  return { ...statement, label: isOfBefore ? before.label : '', valueFrom: from }
}
