import * as chrono from 'chrono-node'
import type { Reader, Reading } from './score.ts'

/**
 * The baseline for directions: the first regular expressions that come to mind, and chrono-node for times of day.
 * Numbers in words up to ten, the usual shorthand, no more.
 */
export const plainDirections: Reader = {
  name: 'regular expressions',
  read({ text }) {
    const lower = text.toLowerCase()
    const found: Record<string, unknown> = {
      ...dose(lower),
      ...frequency(lower),
      asNeeded: /\bprn\b|\b(?:as|when|if) (?:needed|required|necessary)\b/.test(lower),
      withFood: /\b(with|before|after) (?:food|meals?|breakfast|dinner)\b/.exec(lower)?.[1],
      route: ROUTES.find(([pattern]) => pattern.test(lower))?.[1],
      when: PARTS.filter(([pattern]) => pattern.test(lower)).map(([, part]) => part),
      times: clockTimes(text),
      ...duration(lower),
      maxPerDay: number(/\bmax(?:imum)?\D{0,12}(\d+)/.exec(lower)?.[1]),
    }
    return Object.fromEntries(
      Object.entries(found).flatMap(([field, value]): [string, Reading][] =>
        value === undefined ? [] : [[field, { value, isSure: true }]],
      ),
    )
  },
}

const WORDS = 'zero one two three four five six seven eight nine ten'.split(' ')
const NUMBER = String.raw`\d+(?:\.\d+)?|half|${WORDS.slice(1).join('|')}`

function number(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (text === 'half') return 0.5
  const word = WORDS.indexOf(text)
  return word >= 0 ? word : Number(text)
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^tab/, 'tablet'],
  [/^cap/, 'capsule'],
  [/^puff/, 'puff'],
  [/^drop/, 'drop'],
  [/^spray/, 'spray'],
  [/^patch/, 'patch'],
  [/^ml/, 'ml'],
  [/^mg/, 'mg'],
  [/^unit/, 'unit'],
]
const DOSE = new RegExp(
  String.raw`\b(?<low>${NUMBER})(?:\s*(?:-|to|or)\s*(?<high>${NUMBER}))?\s*(?:a )?(?<unit>tab|cap|puff|drop|spray|patch|ml|mg|unit)`,
)

function dose(text: string): Record<string, unknown> {
  const { low, high, unit = '' } = DOSE.exec(text)?.groups ?? {}
  if (low === undefined) return {}
  return {
    dose: number(low),
    doseMax: number(high),
    unit: UNITS.find(([pattern]) => pattern.test(unit))?.[1],
  }
}

const SHORTHAND: readonly (readonly [RegExp, number])[] = [
  [/\b(?:bd|bid|twice (?:a day|daily))\b/, 2],
  [/\b(?:tds|tid|three times (?:a day|daily))\b/, 3],
  [/\b(?:qid|qds|four times (?:a day|daily))\b/, 4],
  [/\b(?:daily|once a day|every day|od|qd)\b/, 1],
]

function frequency(text: string): Record<string, unknown> {
  const times = new RegExp(String.raw`\b(${NUMBER}) times (?:a day|daily|per day)`).exec(text)?.[1]
  if (times) return { timesPerDay: number(times) }
  const hours = /\b(?:every|q) ?(\d+)(?: ?(?:-|to) ?(\d+))? ?h/.exec(text)
  if (hours) return { everyHours: number(hours[1]), everyHoursMax: number(hours[2]) }
  if (/\bevery (?:other|second) day\b|\balternate days\b/.test(text)) return { everyDays: 2 }
  if (/\bweekly\b|\bonce a week\b/.test(text)) return { everyDays: 7 }
  const known = SHORTHAND.find(([pattern]) => pattern.test(text))
  return { timesPerDay: known?.[1] }
}

const ROUTES: readonly (readonly [RegExp, string])[] = [
  [/\bby mouth\b|\bpo\b|\borally\b/, 'oral'],
  [/\bunder the tongue\b|\bsl\b/, 'sublingual'],
  [/\btopically\b/, 'topical'],
  [/\beyes?\b/, 'ophthalmic'],
  [/\bears?\b/, 'otic'],
  [/\bnostrils?\b/, 'nasal'],
  [/\bsubcut|\bunder the skin\b/, 'subcutaneous'],
]

const PARTS: readonly (readonly [RegExp, string])[] = [
  [/\bmorning\b|\bmane\b/, 'morning'],
  [/\bnoon\b|\bmidday\b/, 'noon'],
  [/\bafternoon\b/, 'afternoon'],
  [/\bevening\b/, 'evening'],
  [/\bnight\b|\bbedtime\b|\bnocte\b/, 'night'],
]

function clockTimes(text: string): string[] {
  return chrono.parse(text).flatMap(({ start }) => {
    if (!start.isCertain('hour')) return []
    const [hour, minute] = [start.get('hour') ?? 0, start.get('minute') ?? 0]
    return [`${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`]
  })
}

function duration(text: string): Record<string, unknown> {
  const { many, unit } = new RegExp(String.raw`\bfor (?<many>${NUMBER}) (?<unit>day|week)`).exec(text)?.groups ?? {}
  const days = number(many)
  return { durationDays: days === undefined ? undefined : days * (unit === 'week' ? 7 : 1) }
}
