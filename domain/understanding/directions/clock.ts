import { isLocalTime, type LocalTime } from '../../lib/local-time.ts'
import type { Token } from './tokens.ts'

interface Clock {
  time: LocalTime
  isGuess: boolean
  next: number
}

/**
 * The time of day that begins at a token: `8am`, `8.30 p.m.`, `20:00`, `0800`, `8 o'clock in the morning`. Null for other numbers; `8`
 * alone is none.
 */
export function readClock(tokens: readonly Token[], index: number): Clock | null {
  const token = tokens[index]
  if (token === undefined || (token.kind !== 'clock' && token.kind !== 'number')) return null
  if (tokens[index - 1]?.text === '/' || (token.glued && tokens[index - 1]?.kind === 'word')) return null
  const parts = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(token.text)
  const military = /^([01]\d|2[0-3])([0-5]\d)$/.exec(token.text)
  if (military && (/^(?:at|@)$/.test(tokens[index - 1]?.text ?? '') || isHours(tokens[index + 1])))
    return clock(Number(military[1]), military[2] ?? '00', index + (isHours(tokens[index + 1]) ? 2 : 1))
  if (parts === null) return null
  const hour = Number(parts[1])
  const minute = parts[2] ?? '00'
  let next = index + 1
  const hasClockWord = /^o'?clock$/.test(tokens[next]?.text ?? '')
  if (hasClockWord) next += 1
  const half = tokens[next]?.text
  if (half === 'am' || half === 'pm')
    return hour > 12 ? null : clock((hour % 12) + (half === 'pm' ? 12 : 0), minute, next + 1)
  const part = partOfDay(tokens, next)
  const isTime = token.kind === 'clock' || hasClockWord || /^(?:at|@)$/.test(tokens[index - 1]?.text ?? '')
  if (!isTime) return null
  if (part)
    return hour > 12
      ? clock(hour, minute, part.next)
      : clock((hour % 12) + (part.isLate && !(part.isNight && hour === 12) ? 12 : 0), minute, part.next)
  if (token.kind === 'clock')
    return clock(hour, minute, next, hour > 0 && hour < 12 && !token.text.startsWith('0'))
  return hasClockWord ? clock(hour, minute, next, true) : null
}

const isHours = (token: Token | undefined): boolean => /^(?:h|hrs?|hours)$/.test(token?.text ?? '')

/** `8 in the morning`, `9 at night`. */
function partOfDay(
  tokens: readonly Token[],
  index: number,
): { isLate: boolean; isNight: boolean; next: number } | null {
  if (!/^(?:in|at)$/.test(tokens[index]?.text ?? '')) return null
  const at = tokens[index + 1]?.text === 'the' ? index + 2 : index + 1
  const part = tokens[at]?.text ?? ''
  if (!/^(?:morning|afternoon|evening|night)$/.test(part)) return null
  return { isLate: part !== 'morning', isNight: part === 'night', next: at + 1 }
}

function clock(hour: number, minute: string, next: number, isGuess = false): Clock | null {
  const text = `${String(hour).padStart(2, '0')}:${minute}`
  return isLocalTime(text) ? { time: text, isGuess, next } : null
}
