import type { LocalTime } from '../calendar.ts'
import { hourIn, timeOf } from '../dates-and-times/half-of-day.ts'
import { wholeWord } from './numbers.ts'
import type { Token } from './tokens.ts'

interface Clock {
  time: LocalTime
  isGuess: boolean
  /** The index of the token after it. */
  next: number
}

/** Hour and minute as given, before it is known which half of the day they are in. */
interface Said {
  hour: number
  minute: number
  next: number
  /** Whether it can be nothing but a time: `8:30`, `half past eight`, `8 o'clock`. */
  isTime: boolean
  isGuess: boolean
}

/**
 * Reads the time of day that begins at a token: `8am`, `8.30 p.m.`, `20:00`, `at 0800`,
 * `half past eight in the morning`. Null for other numbers: `8` alone is not a time. Times without a half of the day
 * are guesses.
 * @param isListed whether a time comes right before it: `at six in the morning and six in the evening`
 */
export function readClock(tokens: readonly Token[], index: number, isListed: boolean): Clock | null {
  const token = tokens[index]
  const previous = tokens[index - 1]
  if (token === undefined || previous?.text === '/' || (token.glued && previous?.kind === 'word')) return null
  const isAt = isListed || isAtWord(previous)
  if (token.text === 'midnight') return isOfSpan(previous) ? null : clock(0, 0, index + 1)
  const said =
    readMilitary(tokens, index, isListed) ??
    readPast(tokens, index) ??
    (isAt ? readHoursAndMinutes(tokens, index) : null) ??
    readHour(tokens, index)
  if (said === null) return null
  const half = tokens[said.next]
  if (half?.text === 'am' || half?.text === 'pm') {
    // `take 1 am and 2 pm` counts tablets; nobody is told to take them at one in the morning.
    if (!isAt && !half.glued && !said.isTime && half.text === 'am' && said.hour < 3) return null
    return said.hour > 12 ? null : clock((said.hour % 12) + (half.text === 'pm' ? 12 : 0), said.minute, said.next + 1)
  }
  // `12 noon`
  if (said.hour === 12 && /^(?:noon|midday)$/.test(half?.text ?? '')) return clock(12, said.minute, said.next + 1)
  if (said.hour === 12 && half?.text === 'midnight') return clock(0, said.minute, said.next + 1)
  if (!isAt && !said.isTime) return null
  const part = partOfDay(tokens, said.next)
  if (part) return clock(hourIn(said.hour, part.name, 'as-said'), said.minute, part.next)
  return said.isTime ? clock(said.hour, said.minute, said.next, said.isGuess) : null
}

const isAtWord = (token: Token | undefined): boolean => token?.text === 'at' || token?.text === '@'
/** `from midnight`: nothing is taken then. */
const isOfSpan = (token: Token | undefined): boolean =>
  /^(?:from|after|before|until|till?|to|by)$/.test(token?.text ?? '')
const isHours = (token: Token | undefined): boolean => /^(?:h|hrs?|hours)$/.test(token?.text ?? '')
const isMinutes = (token: Token | undefined): boolean => /^min(?:ute)?s?$/.test(token?.text ?? '')

function readMilitary(tokens: readonly Token[], index: number, isListed: boolean): Said | null {
  if (tokens[index]?.kind !== 'number') return null
  const parts = /^([01]\d|2[0-3])([0-5]\d)$/.exec(tokens[index]?.text ?? '')
  const hasHours = isHours(tokens[index + 1])
  if (parts === null || !(hasHours || isListed || isAtWord(tokens[index - 1]))) return null
  const next = index + (hasHours ? 2 : 1)
  return { hour: Number(parts[1]), minute: Number(parts[2]), next, isTime: true, isGuess: false }
}

/** `8 h 30 min`, `20h15`, `8 hrs 5`. */
function readHoursAndMinutes(tokens: readonly Token[], index: number): Said | null {
  const [hour, minute] = [tokens[index], tokens[index + 2]]
  const isTime = hour?.kind === 'number' && minute?.kind === 'number' && isHours(tokens[index + 1])
  if (!isTime || !/^\d{1,2}$/.test(hour.text) || !/^[0-5]?\d$/.test(minute.text)) return null
  const next = index + (isMinutes(tokens[index + 3]) ? 4 : 3)
  return { hour: Number(hour.text), minute: Number(minute.text), next, isTime: true, isGuess: Number(hour.text) < 12 }
}

/** `half past eight`, `a quarter to nine`, `ten past 7`, `20 min past 8`. */
function readPast(tokens: readonly Token[], index: number): Said | null {
  const first = tokens[index]?.text === 'a' ? index + 1 : index
  const isNamed = isMinutes(tokens[first + 1])
  const linked = first + (isNamed ? 2 : 1)
  const link = tokens[linked]?.text
  if (link !== 'past' && link !== 'to') return null
  const minutes = minutesOf(tokens[first]?.text ?? '')
  const hour = hourOf(tokens[linked + 1])
  if (minutes === undefined || hour === undefined) return null
  // `one to two tablets` is a range; minutes come in multiples of five.
  const isRange = minutes % 5 !== 0 || (link === 'to' && minutes !== 15 && (minutes < 20 || minutes === 30))
  if (minutes > 59 || minutes === 0 || (isRange && (!isNamed || link === 'to'))) return null
  const next = linked + 2
  const isGuess = true
  if (link === 'past') return { hour, minute: minutes, next, isTime: true, isGuess }
  return { hour: hour === 1 ? 12 : hour - 1, minute: 60 - minutes, next, isTime: true, isGuess }
}

function minutesOf(text: string): number | undefined {
  if (text === 'half') return 30
  if (text === 'quarter') return 15
  return /^\d{1,2}$/.test(text) ? Number(text) : wholeWord(text)
}

function hourOf(token: Token | undefined): number | undefined {
  const hour = token?.kind === 'number' ? Number(token.text) : wholeWord(token?.text ?? '')
  return hour !== undefined && Number.isInteger(hour) && hour >= 1 && hour <= 12 ? hour : undefined
}

function readHour(tokens: readonly Token[], index: number): Said | null {
  const token = tokens[index]
  const mayBeDigits = token?.kind === 'number' || token?.kind === 'clock'
  const parts = mayBeDigits ? /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(token.text) : null
  if (parts) {
    const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)]
    const next = index + 1
    if (/^o'?clock$/.test(tokens[next]?.text ?? ''))
      return { hour, minute, next: next + 1, isTime: true, isGuess: true }
    const isGuess = hour < 12 && !token?.text.startsWith('0')
    return { hour, minute, next, isTime: token?.kind === 'clock', isGuess }
  }
  const hour = hourOf(token)
  if (hour === undefined) return null
  const [minute, next] = spokenMinutes(tokens, index + 1)
  if (/^o'?clock$/.test(tokens[next]?.text ?? '')) return { hour, minute, next: next + 1, isTime: true, isGuess: true }
  return { hour, minute, next, isTime: false, isGuess: true }
}

/** `eight thirty`, `seven forty five`. */
function spokenMinutes(tokens: readonly Token[], index: number): [minute: number, next: number] {
  const tens = wholeWord(tokens[index]?.text ?? '') ?? 0
  if (tens < 10 || tens > 59) return [0, index]
  const ones = wholeWord(tokens[index + 1]?.text ?? '') ?? 0
  return tens >= 20 && ones > 0 && ones < 10 ? [tens + ones, index + 2] : [tens, index + 1]
}

/** `in the morning`, `at night`. */
function partOfDay(tokens: readonly Token[], index: number): { name: string; next: number } | null {
  if (!/^(?:in|at)$/.test(tokens[index]?.text ?? '')) return null
  const at = tokens[index + 1]?.text === 'the' ? index + 2 : index + 1
  const name = tokens[at]?.text ?? ''
  return /^(?:morning|afternoon|evening|night)$/.test(name) ? { name, next: at + 1 } : null
}

function clock(hour: number, minute: number, next: number, isGuess = false): Clock | null {
  const time = timeOf(hour, minute)
  return time && { time, isGuess, next }
}
