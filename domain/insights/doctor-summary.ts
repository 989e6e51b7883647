import { type Adherence, adherenceOf, percentOf } from '../doses/adherence.ts'
import { standingEvents } from '../doses/slot-outcome.ts'
import { inSentences } from '../language/sentences.ts'
import { t } from '../language/translate.ts'
import { msOf } from '../lib/instant.ts'
import { addDays, formatDate, formatMonthDay, type LocalDate } from '../lib/local-time.ts'
import { inRow } from '../lib/text.ts'
import { localAt } from '../lib/zone.ts'
import { dosageText } from '../records/dosage-text.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { isActive, type ListedMedication, type Medication } from '../records/medication.ts'
import type { MedicinePicture } from '../records/medicine-look.ts'
import { printedList, whenText } from '../records/printed-list.ts'
import { type CurrentUser, displayNameOf } from '../records/user.ts'
import { type Change, changesOf } from './changes.ts'
import { type Insights, insightsRange, RECENT_DAYS } from './insights.ts'
import { patternText } from './pattern-text.ts'
import { spanOf } from './spans.ts'
import type { SupplyLine } from './visit.ts'

/** How far back changes are listed. */
export const CHANGE_DAYS = 90

/** The content of the page for the doctor, in order; its layout is up to the printed page. */
export interface DoctorSummary {
  name: string
  /** `born May 17, 1980`; null if unknown. */
  born: string | null
  date: LocalDate
  current: CurrentMedicine[]
  changes: (Change & { day: string })[]
  /** The day from which changes are listed; null: the last `CHANGE_DAYS`. */
  since: LocalDate | null
  /** What is left, for a visit. */
  supply: SupplyLine[]
  /** One sentence each. */
  adherence: string[]
  notes: string
}

export interface CurrentMedicine extends MedicinePicture {
  name: string
  dosage: string
  when: string
  /** `26 of 28 (93%)` planned doses of the last four weeks, or how often an as-needed medication was taken. */
  taken: string
}

export interface DoctorSummaryInput {
  user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email' | 'dateOfBirth'>
  medications: readonly Medication[]
  events: readonly DoseEvent[]
  insights: Insights
  /** As typed. */
  notes: string
  /** What a page for one visit has beside: changes since `since`, unless that is null, and what is left. */
  visit?: { since: LocalDate | null; supply: SupplyLine[] } | undefined
  zone: string
  /** Milliseconds since the epoch. */
  now: number
}

/** Builds the page: what is taken now, what changed in 90 days, how much was taken, and the user's notes. */
export function doctorSummary(input: DoctorSummaryInput): DoctorSummary {
  const { user, medications, events, insights, visit, zone, now } = input
  const today = localAt(now, zone).date
  const listed = medications.map((medication) => ({
    ...medication,
    isActive: isActive(medication, now, zone),
  }))
  const { planned, asNeeded } = printedList(listed)
  const taken = takenText(insights, events, addDays(today, 1 - RECENT_DAYS), zone)
  // The device has a year of the log: what a dosage was before that is not known.
  const { from } = insightsRange(today)
  const lastVisit = (visit?.since && [visit.since, from].sort().at(-1)) ?? null
  const since = lastVisit ?? addDays(today, -CHANGE_DAYS)
  return {
    name: displayNameOf(user),
    born: user.dateOfBirth === null ? null : t('born {date}', { date: formatDate(user.dateOfBirth) }),
    date: today,
    current: [...planned, ...asNeeded].map((medication) => ({
      name: medication.name,
      dosage: dosageText(medication),
      when: whenText(medication, today, medications),
      taken: taken(medication),
      ...(medication.look && { look: medication.look }),
      ...(medication.photo && { photo: medication.photo }),
    })),
    changes: changesOf(medications, events, { since, today, zone }).map((change) => ({
      ...change,
      day: formatMonthDay(change.date),
    })),
    since: lastVisit,
    supply: visit?.supply ?? [],
    adherence: [...sinceVisitSentences(insights, lastVisit), ...adherenceSentences(insights, medications)],
    notes: input.notes.trim(),
  }
}

function takenText(
  { medications }: Insights,
  events: readonly DoseEvent[],
  since: LocalDate,
  zone: string,
): (medication: ListedMedication) => string {
  const records = new Map(medications.map(({ id, recent }) => [id, recent]))
  const loose = standingEvents(events.filter(({ slotId }) => slotId === null)).filter(
    ({ at }) => localAt(msOf(at), zone).date >= since,
  )
  return ({ id, schedule }) => {
    const extra = loose.filter(({ medicationId }) => medicationId === id).length
    if (schedule.kind === 'as-needed')
      return extra === 1 ? t('once') : t('{count, plural, one {# time} other {{count} times}}', { count: extra })
    const planned = shareText(records.get(id) ?? adherenceOf([]))
    return extra === 0 ? planned : t('{planned}, {count} more', { planned, count: extra })
  }
}

/** Returns `26 of 28 (93%)`. */
const shareText = ({ taken, counted, percent }: Pick<Adherence, 'taken' | 'counted' | 'percent'>): string =>
  percent === null ? t('none counted') : t('{taken} of {counted} ({percent}%)', { taken, counted, percent })

function sinceVisitSentences({ days }: Insights, lastVisit: LocalDate | null): string[] {
  const since = days.filter(({ date }) => lastVisit !== null && date >= lastVisit)
  if (lastVisit === null || since.length === 0) return []
  const span = spanOf(since)
  if (span.counted === 0) return []
  return [
    t('Since {date}: {share} planned doses taken, {skipped} skipped on purpose, {missed} not logged.', {
      date: formatDate(lastVisit),
      share: shareText(span),
      skipped: span.skipped,
      missed: span.missed,
    }),
  ]
}

function adherenceSentences(insights: Insights, medications: readonly Medication[]): string[] {
  const { recent, weeks, parts, averageLate, patterns } = insights
  if (recent.counted === 0) return [t('No planned doses are counted in the last four weeks.')]
  const taken = weeks.reduce((sum, week) => sum + week.taken, 0)
  const counted = weeks.reduce((sum, week) => sum + week.counted, 0)
  const name = (id: string) => medications.find((medication) => medication.id === id)?.name ?? ''
  return [
    t('Last four weeks: {share} planned doses taken, {skipped} skipped on purpose, {missed} not logged.', {
      share: shareText(recent),
      skipped: recent.skipped,
      missed: recent.missed,
    }),
    t('{count, plural, one {Last # week: {share}.} other {Last # weeks: {share}.}}', {
      count: weeks.length,
      share: shareText({ taken, counted, percent: percentOf(taken, counted) }),
    }),
    t('By time of day: {parts}.', { parts: inRow(parts.map(partText)) }),
    ...(averageLate === null ? [] : [t('{sentence}.', { sentence: latenessText(averageLate) })]),
    ...patterns.map((pattern) => {
      const { title, sentence } = patternText(pattern, 'medicationId' in pattern ? name(pattern.medicationId) : '')
      return inSentences([title, sentence])
    }),
  ]
}

const partText = ({ part, percent }: Pick<Insights['parts'][number], 'part' | 'percent'>): string =>
  t(
    '{part, select, morning {morning {percent}%} midday {midday {percent}%} evening {evening {percent}%} other {night {percent}%}}',
    { part, percent: String(percent) },
  )

/** Returns `Taken 14 minutes after the planned time on average`. */
export function latenessText(minutes: number): string {
  if (minutes === 0) return t('Taken at the planned time on average')
  const count = Math.abs(minutes)
  return minutes > 0
    ? t(
        '{count, plural, one {Taken # minute after the planned time on average} other {Taken {count} minutes after the planned time on average}}',
        { count },
      )
    : t(
        '{count, plural, one {Taken # minute before the planned time on average} other {Taken {count} minutes before the planned time on average}}',
        { count },
      )
}
