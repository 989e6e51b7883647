import { type Adherence, adherenceOf } from '../doses/adherence.ts'
import type { MedicationId } from '../lib/ids.ts'
import { addDays, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import { atOnce, type Steps } from '../lib/steps.ts'
import { localAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import type { DoseLog } from '../schedule/version-timetables.ts'
import { DAY_PARTS, type DayPart, dayPartOf } from './day-parts.ts'
import { currentFullDays, type FullDays, longestFullDays } from './full-days.ts'
import { averageLateness, usualTime } from './lateness.ts'
import { type PastDose, pastDoseSteps } from './past-doses.ts'
import { PATTERN_DAYS, type Pattern, patternsOf } from './patterns.ts'
import { type DayRecord, dayRecords, mondayOf, monthsOf, type Span, spanOf, weeksOf } from './spans.ts'

/** The columns of the year map: this week and the 52 before it. */
const YEAR_WEEKS = 53

/** How many days "the last four weeks" are, including today. */
export const RECENT_DAYS = 28

const WEEKS_SHOWN = 13
const MONTHS_SHOWN = 12

export interface PartRecord extends Adherence {
  part: DayPart
  /** How many medications are planned then. */
  medicines: number
  usual: LocalTime | null
}

export interface MedicationRecord {
  id: MedicationId
  name: string
  dosage: string
  /** The last four weeks, the last thirteen weeks, and the whole year. */
  recent: Adherence
  quarter: Adherence
  year: Adherence
}

export interface Insights {
  /** The last four weeks. */
  recent: Span
  /** The part of the day with more than half of the doses that were not taken in those weeks. */
  mostOthers: DayPart | null
  /** Every day of the year map, oldest first: it begins on a Monday and ends today. */
  days: DayRecord[]
  /** The last thirteen weeks including this one, oldest first. */
  weeks: Span[]
  /** The last twelve calendar months including this one. */
  months: Span[]
  /** The parts of the day that had a dose in the last four weeks. */
  parts: PartRecord[]
  /** Average minutes after (negative: before) the planned time, over the last four weeks. */
  averageLate: number | null
  medications: MedicationRecord[]
  fullDays: { current: FullDays | null; longest: FullDays | null }
  patterns: Pattern[]
}

export interface InsightsInput {
  medications: readonly Medication[]
  /** The log of `insightsRange`, as for `doseViews`; events of other dates do no harm. */
  events: readonly DoseEvent[]
  log?: DoseLog
  zone: string
  /** Milliseconds since the epoch. */
  now: number
}

/** Returns the dates that today's insights cover, both inclusive. */
export const insightsRange = (today: LocalDate): { from: LocalDate; to: LocalDate } => ({
  from: addDays(mondayOf(today), -7 * (YEAR_WEEKS - 1)),
  to: today,
})

/** Returns what a year's records show. As-needed medications have no planned doses and so are not included. Pure. */
export const insightsOf = (input: InsightsInput): Insights => atOnce(insightSteps(input))

/** `insightsOf` in steps: a year takes a phone's processor a tenth of a second. */
export function* insightSteps(input: InsightsInput): Steps<Insights> {
  const today = localAt(input.now, input.zone).date
  const { from, to } = insightsRange(today)
  const doses = yield* pastDoseSteps({ ...input, from, to })
  const since = (days: number) => {
    const first = addDays(today, 1 - days)
    return doses.filter(({ date }) => date >= first)
  }
  const recent = since(RECENT_DAYS)
  const days = dayRecords(doses, from, to)
  yield
  const weeks = weeksOf(days).slice(-WEEKS_SHOWN)
  const months = monthsOf(days).slice(-MONTHS_SHOWN)
  yield
  const medications = medicationsOf(input.medications, { recent, quarter: since(7 * WEEKS_SHOWN), year: doses })
  yield
  const patterns = patternsOf(since(PATTERN_DAYS), recent)
  yield
  return {
    recent: spanOf(days.slice(-RECENT_DAYS)),
    mostOthers: mostOthersOf(recent),
    days,
    weeks,
    months,
    parts: partsOf(recent),
    averageLate: averageLateness(recent),
    medications,
    fullDays: { current: currentFullDays(days, today), longest: longestFullDays(days, today) },
    patterns,
  }
}

/** With fewer untaken doses than this, there is no "most". */
const FEWEST_OTHERS = 4

function mostOthersOf(recent: readonly PastDose[]): DayPart | null {
  const others = recent.filter(({ state }) => state === 'missed' || state === 'skipped')
  if (others.length < FEWEST_OTHERS) return null
  const parts = new Set(recent.map(({ time }) => dayPartOf(time)))
  if (parts.size < 2) return null
  const inPart = (part: DayPart) => others.filter(({ time }) => dayPartOf(time) === part).length
  return DAY_PARTS.find((part) => inPart(part) > others.length / 2) ?? null
}

const partsOf = (recent: readonly PastDose[]): PartRecord[] =>
  DAY_PARTS.flatMap((part) => {
    const own = recent.filter(({ time }) => dayPartOf(time) === part)
    const adherence = adherenceOf(own)
    if (adherence.counted === 0) return []
    const medicines = new Set(own.map(({ medicationId }) => medicationId)).size
    return [{ part, ...adherence, medicines, usual: usualTime(own) }]
  })

type BySpan = Record<'recent' | 'quarter' | 'year', readonly PastDose[]>

/** Returns each medication with a counted dose in the year, by name. */
function medicationsOf(medications: readonly Medication[], spans: BySpan): MedicationRecord[] {
  const groups = {
    recent: byMedication(spans.recent),
    quarter: byMedication(spans.quarter),
    year: byMedication(spans.year),
  }
  return medications
    .map(({ id, name, dosage }) => ({
      id,
      name,
      dosage,
      recent: adherenceOf(groups.recent.get(id) ?? []),
      quarter: adherenceOf(groups.quarter.get(id) ?? []),
      year: adherenceOf(groups.year.get(id) ?? []),
    }))
    .filter(({ year }) => year.counted > 0)
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
}

const byMedication = (doses: readonly PastDose[]) => Map.groupBy(doses, ({ medicationId }) => medicationId)
