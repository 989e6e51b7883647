import type { Findings, FrequencyFinding } from './findings.ts'
import { type Frequency, fieldOf } from './frequency.ts'
import { type Found, type Line, rule } from './line.ts'
import { endsMisread } from './misread.ts'
import type { Amount } from './numbers.ts'
import type { DayPart } from './values.ts'

const PER = '(?:in (?:a|every)|every|a|/|in)'

/** `3 times a day`, `up to 4 times in 24 hours`, `2-3x/week`, `max 4 times daily`. */
const TIMES = rule(
  `(?:(?<up>up to|(?:do )?(?:not|no) (?:v:[a-z]+ )?(?:exceed|more than)|max(?: a)?) )?(?<n>#) (?:time |x )?(?:or (?<or>#) )?(?:time|x)(?: (?:be )?v:[a-z]+)?(?: ${PER})? (?:(?<per>hour|day|week|fortnight|month|year)|(?<hours>#) hour)`,
)
/** `bd-tds`, `once a day or twice a day`. */
const FROM_TO = rule('(?<n>#) time (?:every|a) day (?:to |or )?(?<or>#) time (?:every|a) (?<per>day)')
/** `x3 daily`, `x 2 a day`; `x 3 days` is a duration. */
const X_TIMES = rule(`(?<!# )x (?<n>#) (?:time )?${PER} (?<per>day|week)`)
/** `4 doses a day`. */
const DOSES_A_DAY = rule(`(?:(?<up>up to) )?(?<n>#) u:dose ${PER} (?<per>day|week)`)
/** `every 4 to 6 hours`, `once every 3 days`, `q4h-q6h`. */
const EVERY = rule(
  '(?:# time )?every (?<n>#)(?: (?<first>hour|day|week) (?:to |or )?(?:every )?(?<to>#))? (?<unit>minute|hour|day|week|fortnight|month|year)',
)
/** `every 2 hours 30 min`. */
const EVERY_PART = rule('(?:# time )?every (?<n>#) hour (?:and )?(?<minutes>#) minute')
/** `4 hourly`, `4-6 hourly`. */
const HOURLY = rule('(?:every )?(?<n>#) hourly')
/** `every other day`, `on alternate nights`, `every third day`. */
const OTHER = rule(
  '(?:# time )?(?:on )?(?:every (?:other|alternate)|(?:a )?alternate|every (?<ord>ord)) (?<unit>day|week|fortnight|month|hour|w:[a-z]+)',
)
/** `two weekly`, `3-monthly`: every two weeks, or two in each. */
const SO_MANY = rule('(?:every )?(?<n>#) every (?<unit>week|fortnight|month|year)')
/** `THREE DAILY` is three at once, or one three times. */
const N_DAILY = rule('(?<![^ ]x )(?<n>#)(?= every day)')
const SAME_TIME = /(?:^| )(?:at|by(?! mouth)) (?:[^ ]+ ){0,3}time $/
/** `every hours`: their number could not be read. */
const UNCOUNTED = /\bevery\s+(?:hours|days|weeks|fortnights|months|years)$/i
/** Longer than the six plain words that are checked before a wording. */
const AHEAD = 200
/** Twice in each, or once in two of them. */
const BI = rule('bi every (?<unit>week|month|year)')
const DIVIDED = rule('(?:in |as )?(?<n>#) divided(?: u:dose)?')
const PLAIN = rule('(?:(?<once>#) time )?(?<per>every|a|/|in a|on every) (?<unit>hour|day|week|fortnight|month|year)')
/** `Monday, Wednesday and Friday`, `every Sunday`, `Mon to Fri`, `on weekdays`. */
const WEEKDAYS = rule(
  '(?<on>(?:every (?:week )?)?(?:on )?(?:every )?)(?<days>d:\\d(?: (?:and |to |by |or |/ )?d:\\d){0,6})',
)
const WEEKDAY = rule('(?:on |every )?(?:every )?(?<days>weekday|weekend)')
/** `6/24`, as Australian prescribers write `every 6 hours`. */
const HOURS_OVER = rule('(?:every )?(?<n>#) hour')
const TIME_OF_DAY_COUNT = rule('(?<n>#) time (?:every|a|at|in)(?= w:)')

/** Reads how often: takes every wording of a frequency out of the line. */
export function readFrequencies(line: Line, findings: Findings): void {
  const add = (found: Found, often: Frequency | null, rest: Partial<FrequencyFinding> = {}) => {
    const field = often && fieldOf(often)
    if (often && field) return findings.frequencies.push({ found, often, ...field, ...rest })
    return often === null || findings.otherFrequencies.push({ found, often })
  }

  line.take(DIVIDED, (found) => {
    const amount = found.amount('n')
    if (amount === undefined || !isWhole(amount)) return false
    findings.divided.push(found)
    return add(found, timesPer(amount, 'day'))
  })
  for (const times of [FROM_TO, TIMES, X_TIMES, DOSES_A_DAY])
    line.take(times, (found) => {
      const low = found.amount('n')
      const high = found.amount('or')
      const hours = found.amount('hours')
      const amount = low && high && high.value > low.value ? { ...low, max: high.value } : low
      if (amount === undefined || amount.value === 0 || (hours && hours.value !== 24)) return false
      if (times === DOSES_A_DAY && amount.value === 1) return false
      if (found.word('per') === 'hour' && !/\b(?:an|per|every|each|in)\b/i.test(found.words)) return false
      // `1 drop OD bd` is not a range: there, `OD` is an eye.
      if (times === FROM_TO && (found.doubt !== undefined || amount.max === undefined)) return false
      const isUpTo = found.word('up') !== undefined
      return add(found, timesPer(amount, found.word('per') ?? 'day'), isUpTo ? { isUpTo } : {})
    })
  line.take(EVERY_PART, (found) => {
    const hours = found.amount('n')?.value ?? 0
    const minutes = found.amount('minutes')?.value ?? 0
    return minutes === 30 ? add(found, every({ value: hours + 1 / 2 }, 'hour')) : false
  })
  line.take(EVERY, (found) => {
    const low = found.amount('n')
    const high = found.amount('to')
    if (low === undefined || low.value === 0) return false
    const amount = high && high.value > low.value ? { value: low.value, max: high.value } : low
    return add(found, every(amount, found.word('unit') ?? ''))
  })
  line.take(HOURLY, (found) => {
    const amount = found.amount('n')
    return amount === undefined ? false : add(found, every(amount, 'hour'))
  })
  line.take(OTHER, (found) => {
    const unit = found.word('unit') ?? ''
    const often = every({ value: found.amount('ord')?.value ?? 2 }, unit.startsWith('w:') ? 'day' : unit)
    if (often === null) return false
    if (unit.startsWith('w:'))
      findings.moments.push({
        found,
        part: unit.slice(2) as DayPart,
        clock: null,
        isMeal: false,
        isOr: false,
        isAnd: false,
      })
    return add(found, often)
  })
  line.take(WEEKDAYS, (found) => {
    const named = weekdays(found.word('days') ?? '')
    if (found.word('on') === '' && named.length === 1 && /^(?:sun|sat|wed|mon)$/i.test(found.words)) return false
    return findings.weekdays.push({ found, days: named })
  })
  line.take(WEEKDAY, (found) =>
    findings.weekdays.push({ found, days: found.word('days') === 'weekend' ? [6, 7] : [1, 2, 3, 4, 5] }),
  )
  line.take(BI, (found) => findings.ambiguous.push({ found, field: 'everyDays' }))
  line.take(SO_MANY, (found) => {
    const amount = found.amount('n')
    const isWritten = /\b(?:every|each)\b/i.test(found.words.replace(/^\s*every\b/i, ''))
    if (amount === undefined || amount.value <= 1 || amount.span || isWritten) return false
    const often = every(amount, found.word('unit') ?? '')
    const field = often && fieldOf(often)?.field
    if (!field) return false
    findings.ambiguous.push({ found, field })
    return add(found, often, { isGuess: true })
  })
  line.take(N_DAILY, (found) => {
    const amount = found.amount('n')
    const isSeveral = amount !== undefined && !amount.span && (amount.max ?? amount.value) >= 2
    if (isSeveral && /^[\s-]*(?:daily|dly)\b/i.test(line.after(found)))
      findings.ambiguous.push({ found, field: 'timesPerDay' })
    return false
  })
  line.take(PLAIN, (found) => {
    const unit = found.word('unit') ?? ''
    const per = found.word('per')
    const ahead = line.plain.slice(Math.max(0, found.index - AHEAD), found.index)
    // The count or its name could not be read: `THR EE times a day`, `T8ICE daily`.
    const isCounted = per === 'every' ? / time $/.test(ahead) : /(?: (?:time|x)|# \?) $/.test(ahead)
    if ((isCounted && !SAME_TIME.test(ahead)) || endsMisread(line.before(found))) return false
    if (found.amount('once') && found.amount('once')?.value !== 1) return false
    if (UNCOUNTED.test(found.words.trim())) return false
    if (unit !== 'day' && (per === 'a' || per === '/' || per === 'in a') && !found.amount('once')) return false
    const often = every({ value: 1 }, unit)
    if (unit !== 'day') return add(found, often)
    const isPlainDay = !found.amount('once')
    return add(found, often, { isPlainDay, isGuess: per !== 'every' })
  })
  line.take(HOURS_OVER, (found) => {
    const amount = found.amount('n')
    return amount?.span === 'hour' ? add(found, every(amount, 'hour'), { isGuess: true }) : false
  })
  line.take(TIME_OF_DAY_COUNT, (found) => {
    const amount = found.amount('n')
    return amount === undefined || !isWhole(amount)
      ? false
      : add(found, timesPer(amount, 'day'), { isGuess: amount.value > 1 })
  })
}

const isWhole = ({ value, max = value }: Amount): boolean => Number.isInteger(value) && Number.isInteger(max)

type Period = Extract<Frequency, { kind: 'times' }>['per']

function timesPer(amount: Amount, per: string): Frequency | null {
  if (!isWhole(amount)) return null
  const { value: count, max: most = count } = amount
  // Once in such a period is an interval; more often is a number of days that was not given.
  const isInterval = most === 1 && /^(?:hour|fortnight|year)$/.test(per)
  return isInterval ? every(amount, per) : { kind: 'times', count, most, per: per as Period }
}

const UNITS: Record<string, readonly [unit: 'day' | 'week' | 'month', times: number]> = {
  day: ['day', 1],
  week: ['week', 1],
  fortnight: ['week', 2],
  month: ['month', 1],
  year: ['month', 12],
}

/** Returns null for impossible intervals: a quarter of a day, a minute; `90 minutes` is an hour and a half. */
function every({ value, max = value }: Amount, period: string): Frequency | null {
  if (period === 'minute' && value >= 60 && value % 30 === 0 && max === value)
    return { kind: 'every', count: value / 60, most: value / 60, unit: 'hour' }
  if (period === 'hour') return { kind: 'every', count: value, most: max, unit: 'hour' }
  const [unit, times] = UNITS[period] ?? []
  if (unit === undefined || times === undefined || !isWhole({ value, max })) return null
  return { kind: 'every', count: value * times, most: max * times, unit }
}

function weekdays(plain: string): number[] {
  const range = /^d:(\d) (?:to|by) d:(\d)$/.exec(plain)
  const named = [...plain.matchAll(/d:(\d)/g)].map(([, day]) => Number(day))
  if (range === null) return [...new Set(named)].sort()
  const [from, to] = [Number(range[1]), Number(range[2])]
  return from < to ? Array.from({ length: to - from + 1 }, (_, index) => from + index) : named.sort()
}
