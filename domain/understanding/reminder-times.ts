import { type LocalTime, localTimeOf, minutesOfDay } from '../lib/local-time.ts'
import { correctionsIn, isDenied } from './corrections.ts'
import { type Frequency, readParts } from './frequency.ts'
import { textAfter, textBefore } from './near.ts'
import type { Fact } from './read.ts'
import { type SaidTime, timesIn } from './times.ts'

const HALF_DAY = 12 * 60
/** Times of something else: an appointment, the last dose. */
const ELSEWHERE =
  /\b(?:appointment|last (?:took|taken|dose|had)|took (?:it|one|the last)|born|opens?|closes?|see (?:me|you|him|her)|call)\b[^.;]{0,25}$/i
/** `8 am and pm`. */
const BOTH_HALVES = /^ ?(?:and|&) ?pm\b/i

/**
 * The times of day at which a text says that something is taken, in order, each once. Times whose half of the day nobody said are read
 * as a clock has them, later in the day where the list would go back otherwise (`at 8, 2 and 8`), and are guesses.
 * @param text plain (`plainText`), without its dates
 */
export function readReminderTimes(text: string): Fact<LocalTime>[] {
  const said = kept(text, timesIn(text, 'as-said'))
  const part = onlyPart(text)
  const read: Fact<LocalTime>[] = []
  let last = -1
  for (const time of said) {
    const minutes = inHalf(time, part, last)
    last = minutes
    const { words, at } = time
    read.push({ value: localTimeOf(minutes), words, at, confidence: time.isHalfOpen ? 'guess' : 'sure' })
    if (BOTH_HALVES.test(textAfter(text, at + words.length)) && minutes < HALF_DAY)
      read.push({ value: localTimeOf(minutes + HALF_DAY), words, at, confidence: 'sure' })
  }
  return read
    .sort((a, b) => a.value.localeCompare(b.value))
    .filter(({ value }, index, all) => all[index - 1]?.value !== value)
}

/** Without what is denied, corrected by the next, or the time of something else. */
function kept(text: string, said: readonly SaidTime[]): SaidTime[] {
  const marks = correctionsIn(text)
  return said.filter(({ at, words }, index) => {
    if (isDenied(text, at) || ELSEWHERE.test(textBefore(text, at))) return false
    const next = said[index + 1]
    return !(next && marks.some((mark) => mark >= at + words.length - 1 && mark < next.at))
  })
}

/** The part of the day, where the text speaks of one only. */
function onlyPart(text: string): string | null {
  const read: Extract<Frequency, { kind: 'parts' }> | null = readParts(text)
  return read?.parts.length === 1 ? (read.parts[0] ?? null) : null
}

/** Minutes of the day, with the half of the day as far as anything tells it. */
function inHalf(time: SaidTime, part: string | null, last: number): number {
  const minutes = minutesOfDay(time.value)
  const mayBeLater = time.isHalfOpen && minutes < HALF_DAY
  const isLate = part !== null && part !== 'morning'
  return mayBeLater && (isLate || (minutes <= last && last >= 0)) ? minutes + HALF_DAY : minutes
}
