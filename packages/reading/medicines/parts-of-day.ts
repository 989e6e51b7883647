import { minutesOfDay } from '../calendar.ts'
import type { SaidTime } from '../dates-and-times/times.ts'
import type { DayPart } from '../directions/frequency.ts'
import { matchesIn } from '../words/near.ts'
import { CUES } from './cues.ts'

const DAY_MINUTES = 24 * 60
const HALF_DAY = 12 * 60
const MORNING_ENDS = 12 * 60

/** From when to when a part of the day lasts, in minutes; the night continues after midnight. */
const LASTS: Record<DayPart, readonly [from: number, to: number]> = {
  morning: [3 * 60, MORNING_ENDS],
  noon: [11 * 60, 15 * 60],
  afternoon: [MORNING_ENDS, 18 * 60],
  evening: [16 * 60, DAY_MINUTES],
  night: [17 * 60, DAY_MINUTES + 5 * 60],
}

/** Returns whether a part of the day includes a time, in minutes of the day. */
export function lasts(part: DayPart, minutes: number): boolean {
  const [from, to] = LASTS[part]
  return [minutes, minutes + DAY_MINUTES].some((at) => at >= from && at < to)
}

/**
 * Returns a clock hour in the half of the day that puts it in that part: 8 in the evening is 20:00; null if neither
 * does.
 */
export function placedIn(part: DayPart, minutes: number): number | null {
  const early = minutes % HALF_DAY
  return [early, early + HALF_DAY].find((at) => lasts(part, at)) ?? null
}

const EACH = /mornings?|afternoons?|evenings?|nights?|nightly|bed ?time/gi
const BEFORE_TIMES = /^,? (?:at |around |about |@ ?)?$/i
const CLOCK_BEFORE_LIST = /^(?:half past |quarter (?:past|to) )?\d{1,2}(?:[:. ]\d\d)?,? (?:in the )?$/i

/**
 * Returns the parts of the day listed right next to a list of times, in order: `morning and night at 7 and 10`. Without
 * this, each time would be read with the name that happens to be next to it.
 * @param said in the order of the text, with only the words of clock times
 */
export function listedBeside(text: string, said: readonly SaidTime[]): readonly DayPart[] | null {
  const [first] = said
  const last = said.at(-1)
  if (!first || !last) return null
  for (const { 0: words, index } of matchesIn(text, CUES.list)) {
    const end = index + words.length
    const isBefore = end <= first.at && BEFORE_TIMES.test(text.slice(end, first.at))
    const isAfter = said.length > 1 && index > last.at && CLOCK_BEFORE_LIST.test(text.slice(last.at, index))
    if (isBefore || isAfter) return [...words.matchAll(EACH)].map(([part]) => partOf(part))
  }
  return null
}

function partOf(said: string): DayPart {
  const [first = ''] = said.toLowerCase()
  if (first === 'm') return 'morning'
  if (first === 'a') return 'afternoon'
  return first === 'e' ? 'evening' : 'night'
}

/**
 * Returns the minutes of times in the parts listed next to them, one for each; null where their numbers differ or an
 * hour fits no such part. One hour for two parts is meant in both.
 */
export function pairedWith(parts: readonly DayPart[], said: readonly SaidTime[]): number[] | null {
  const [only] = said
  const hours = said.length === 1 && only ? parts.map(() => only) : said
  if (hours.length !== parts.length || said.some((time) => !isOfClock(time))) return null
  const placed = hours.map(({ value }, index) => placedIn(parts[index] ?? 'morning', minutesOfDay(value)))
  const minutes = placed.filter((at) => at !== null)
  return new Set(minutes).size === parts.length ? minutes : null
}

/** Returns whether a time was given without am or pm, and with no hour above twelve. */
const isOfClock = ({ words }: SaidTime): boolean =>
  !/[ap]\.?m\b|noon|midday|midnight/i.test(words) && !/^(?:1[3-9]|2\d|0)/.test(words)

/** Returns the part of the day of the only meal in a text. */
export function onlyMeal(text: string): DayPart | null {
  const parts = matchesIn(text, CUES.meals).map(({ groups = {} }): DayPart => {
    if (groups.early) return 'morning'
    return groups.noon ? 'noon' : 'evening'
  })
  return new Set(parts).size === 1 ? (parts[0] ?? null) : null
}
