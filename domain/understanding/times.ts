import { isLocalTime, type LocalTime } from '../lib/local-time.ts'
import type { Read } from './read.ts'

/** `3 pm`, `3:30 p.m.`, `10.45AM`, `2:15 in the afternoon`. What follows "past" or "to" is a part of another time. */
const WITH_HALF =
  /(?<![\d.:,]|\b(?:past|to|after|before) )(?<hour>\d{1,2})(?:[.:](?<minute>\d{2}))?\s*(?:(?<half>[ap])\.?\s?m\b\.?|in the (?<part>morning|afternoon|evening)\b)/gi
/** `at 2.30`, `at 14:00`. */
const AT = /\bat\s+(?<hour>\d{1,2})[.:](?<minute>\d{2})(?![\d:]|\.\d)/gi
/** `11:15`: a colon between two numbers is a time also without "at". */
const COLON = /(?<![\d:.])(?<hour>\d{1,2}):(?<minute>\d{2})(?![\d:])/g
/** `at 3`, where no thing that is counted and no street follows. */
const WHOLE_HOUR =
  /\bat\s+(?<hour>\d{1,2})(?=\s*$|\s*[,;!?]|\.(?:\s|$)|\s+(?:o['’]?clock|on|with|today|tomorrow|this|next)\b)/gi

/**
 * The time a free text names (specification, section 5, appointment voice parsing), in this order: with am or pm, `at H.MM` and
 * `at H:MM`, then other times. Without am or pm the hours 1 to 5 are of the afternoon. Null when it names none.
 */
export function readTime(text: string): Read<LocalTime> | null {
  for (const pattern of [WITH_HALF, AT, COLON, WHOLE_HOUR])
    for (const { 0: words, index, groups = {} } of text.matchAll(pattern)) {
      const value = timeOf(groups)
      if (value) return { value, words, at: index }
    }
  return null
}

function timeOf({ hour, minute = '00', half, part }: Record<string, string | undefined>): LocalTime | null {
  const said = (half ?? part)?.toLowerCase()
  const hours = hourOf(Number(hour), said === undefined ? undefined : !/^(?:a|morning)$/.test(said))
  const text = `${String(hours).padStart(2, '0')}:${minute}`
  return isLocalTime(text) ? text : null
}

/** Hours above 12 are 24-hour ones, whatever half of the day follows them: `15:30 pm`. */
function hourOf(hour: number, isLate: boolean | undefined): number {
  if (hour > 12) return hour
  if (isLate === undefined) return hour >= 1 && hour <= 5 ? hour + 12 : hour
  return (hour % 12) + (isLate ? 12 : 0)
}
