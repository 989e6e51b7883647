import { inPunjabi } from './punjabi.ts'
import { language } from './translate.ts'

type Options = Intl.DateTimeFormatOptions

/** Making a formatter takes a hundred times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the local date or date and time (`YYYY-MM-DD`, `YYYY-MM-DDTHH:MM`) as the language of the moment writes it. */
export function localText(local: string, options: Options): string {
  const { tag, locale: own } = language()
  const locale = tag === 'pa' ? 'en-AU' : own
  const key = `${locale} ${JSON.stringify(options)}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    formatters.set(key, formatter)
  }
  const date = new Date(`${local}Z`)
  return tag === 'pa'
    ? inPunjabi(formatter.formatToParts(date), date, options.weekday === 'long')
    : formatter.format(date)
}
