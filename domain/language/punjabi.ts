/**
 * Chromium's copy of the locale data has the plurals of Punjabi and nothing else: it writes `2026 M11 28, Sat` and
 * `a and b`. These are the names of CLDR, used on every platform, so that server and devices write the same.
 */

// not translated: only Punjabi is written by these
const MONTHS = 'ਜਨਵਰੀ ਫ਼ਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ'.split(' ')
// not translated: only Punjabi is written by these
const WEEKDAYS = 'ਐਤਵਾਰ ਸੋਮਵਾਰ ਮੰਗਲਵਾਰ ਬੁੱਧਵਾਰ ਵੀਰਵਾਰ ਸ਼ੁੱਕਰਵਾਰ ਸ਼ਨਿੱਚਰਵਾਰ'.split(' ')
/** As CLDR shortens them, and so narrow enough for a calendar. */
const SHORT_WEEKDAYS = WEEKDAYS.map((day) => day.replace('ਵਾਰ', ''))

/** Returns the parts of a date in English with the names in Punjabi: day before month is the order of both. */
export function inPunjabi(parts: readonly Intl.DateTimeFormatPart[], date: Date, isLongWeekday: boolean): string {
  const named = ({ type, value }: Intl.DateTimeFormatPart): string => {
    if (type === 'month') return MONTHS[date.getUTCMonth()] ?? value
    if (type === 'weekday') return (isLongWeekday ? WEEKDAYS : SHORT_WEEKDAYS)[date.getUTCDay()] ?? value
    return type === 'dayPeriod' ? value.toUpperCase() : value
  }
  return parts.map(named).join('')
}

/** Returns `a, b ਅਤੇ c`. */
export const listedInPunjabi = (parts: readonly string[], type: 'conjunction' | 'disjunction'): string =>
  // not translated: only Punjabi is written by this
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(type === 'conjunction' ? ' ਅਤੇ ' : ' ਜਾਂ ')
