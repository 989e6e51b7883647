import { textAfter, textBefore } from '../words/near.ts'
import { CUES } from './cues.ts'

/** `no warfarin just apixaban`; after anything else "no" is a correction. */
const NONE_BEFORE = /(?:^|[.;,] )(?:(?:so|now|there['’]?s|with) )*no (?:more )?$/i
const NONE_AFTER = /^ (?:any ?more |now )?(?:just|only|instead|but)\b/i

const LONGEST_CHANGE = 120

/** Returns whether a text says that the medication at a position is not, or no longer, taken. */
export function isNotTaken(text: string, at: number, end: number): boolean {
  const before = textBefore(text, at)
  const after = textAfter(text, end)
  if (CUES.wasTaken.test(before) && CUES.amountNow.test(text.slice(end, end + LONGEST_CHANGE))) return false
  if (CUES.stoppedAfter.test(after) || CUES.harmfulBefore.test(before)) return true
  if (NONE_BEFORE.test(before)) return /no more $/i.test(before) || NONE_AFTER.test(after)
  if (CUES.finishesBefore.test(before) && CUES.onDayAfter.test(after)) return false
  const isStopped = CUES.stoppedBefore.test(before)
  if (isStopped && !CUES.mayStop.test(before)) return true
  return (isStopped || CUES.negatedBefore.test(before)) && !CUES.inSomeWay.test(after)
}

/** Returns where the words about it begin: those that deny what follows are not part of another medication. */
export function notTakenFrom(text: string, at: number): number {
  const before = textBefore(text, at)
  const [words] = CUES.stoppedBefore.exec(before) ?? CUES.negatedBefore.exec(before) ?? NONE_BEFORE.exec(before) ?? ['']
  return at - words.length
}
