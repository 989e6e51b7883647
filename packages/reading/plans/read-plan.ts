import { plainText } from '../words/plain-text.ts'
import { type Fact, withoutAll } from '../words/read.ts'
import { type Cursor, cursorOver, firstIn, type Taken } from './cursor.ts'
import { inTurnAt, type ReadInTurn } from './in-turn.ts'
import { apartAt, kindAt, type ReadKind } from './kinds.ts'
import { type ReadSteps, stepsAt } from './steps.ts'

export type { ReadInTurn } from './in-turn.ts'
export type { ReadKind } from './kinds.ts'
export type { ReadStep, ReadSteps } from './steps.ts'

/** What a text says about how a medicine is taken, beyond what `readMedication` can say. Null: nothing of that. */
export interface ReadPlan {
  /** A taper or titration. */
  steps: Fact<ReadSteps> | null
  /** Amounts of whole days in turn. */
  inTurn: Fact<ReadInTurn> | null
  kind: Fact<ReadKind> | null
  /** The text without the words of these, everything else in its place: what `readMedication` is to read. */
  rest: string
}

/**
 * Reads tapers, amounts in turn and the kinds of schedule that no days and times can say. What is not wholly clear is
 * not read: the words stay, and `readMedication` asks about them. Only the first 2,000 characters are read.
 */
export function readPlan(words: string): ReadPlan {
  const read = readerOf(words)
  const inTurn = read(inTurnAt)
  // `5 mg one day and 4 mg the next day` could also be two steps of a day.
  const steps = inTurn ? null : read(stepsAt)
  const kind = steps ? null : read(kindAt)
  const taken = [steps, inTurn, kind].filter((fact) => fact !== null)
  return { steps, inTurn, kind, rest: withoutAll(words, taken) }
}

/** Returns how many hours two doses are to be apart at least, where the text says it; null if not. */
export const readApart = (words: string): Fact<number> | null => readerOf(words)(apartAt)

type ReadAt<Value> = (cursor: Cursor, at: number) => Taken<Value> | null

/** Returns what reads the first thing of a kind in the text. */
function readerOf(words: string): <Value>(readAt: ReadAt<Value>) => Fact<Value> | null {
  const plain = plainText(words)
  const cursor = cursorOver(plain.text)
  return (readAt) => {
    const found = firstIn(cursor, (at) => readAt(cursor, at))
    if (!found) return null
    return { value: found.value, ...plain.said({ at: found.at, length: found.end - found.at }), confidence: 'sure' }
  }
}
