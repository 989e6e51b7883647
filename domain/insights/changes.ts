import { t } from '../language/translate.ts'
import type { DeviceId } from '../lib/ids.ts'
import { msOf } from '../lib/instant.ts'
import { DAY, formatDate, formatTime12, type LocalDate } from '../lib/local-time.ts'
import { inRow } from '../lib/text.ts'
import { localAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { endOf } from '../records/printed-list.ts'
import { amountsText, doseTexts } from '../schedule/amounts-text.ts'
import { daysText, type NamedMedicine } from '../schedule/days-text.ts'
import type { Plan } from '../schedule/plan.ts'
import { hasReminderTimes } from '../schedule/schedule.ts'

/** Something about a medication that changed. */
export interface Change {
  date: LocalDate
  name: string
  /** `dosage from 5 mg to 10 mg`. */
  words: string
}

/**
 * Returns what changed from `since` to `today`, latest first: medications added, stopped or ended, edited plans,
 * dosages. The record has no history of dosages, so they are read from the doses, each logged with the dosage of its
 * time. A deleted medication leaves nothing to report.
 */
export function changesOf(
  medications: readonly Medication[],
  events: readonly DoseEvent[],
  { since, today, zone }: { since: LocalDate; today: LocalDate; zone: string },
): Change[] {
  const byMedication = Map.groupBy(events, ({ medicationId }) => medicationId)
  const changes = medications.flatMap((medication) =>
    [
      ...beginning(medication, zone),
      ...planChanges(medication, zone, medications),
      ...dosageChanges(medication, byMedication.get(medication.id) ?? [], zone),
      ...ending(medication, zone),
    ].map((change) => ({ ...change, name: medication.name })),
  )
  const inTime = changes.filter(({ date }) => date >= since && date <= today)
  return inTime.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.name.localeCompare(b.name, 'en')))
}

type NamelessChange = Omit<Change, 'name'>

const dateOf = (instant: Parameters<typeof msOf>[0], zone: string): LocalDate => localAt(msOf(instant), zone).date

/**
 * The first plan says when it was started. A plan that begins later than the record is not the first, since the oldest
 * of many versions are dropped (decision 003).
 */
function beginning({ versions: [oldest], createdAt }: Medication, zone: string): NamelessChange[] {
  const start = oldest && oldest.effectiveFrom <= createdAt ? oldest.startDate : null
  return [start ? { date: start, words: t('started') } : { date: dateOf(createdAt, zone), words: t('added') }]
}

function ending(medication: Medication, zone: string): NamelessChange[] {
  const { date, verb } = endOf(medication, zone)
  return date === null ? [] : [{ date, words: verb === 'stopped' ? t('stopped') : t('ended') }]
}

function planChanges({ versions }: Medication, zone: string, all: readonly NamedMedicine[]): NamelessChange[] {
  return versions.slice(1).flatMap((version, index) => {
    const before = versions[index]
    const words = before ? changeText(before, version, all) : ''
    return words === '' ? [] : [{ date: dateOf(version.effectiveFrom, zone), words }]
  })
}

function changeText(before: Plan, after: Plan, all: readonly NamedMedicine[]): string {
  const [oldTimes, times] = [timesText(before, all), timesText(after, all)]
  const [oldAmount, amount] = amountTexts(before, after)
  if (oldTimes !== times)
    return t('from {before} to {after}', { before: joined(oldAmount, oldTimes), after: joined(amount, times) })
  if (oldAmount !== amount) return t('from {before} to {after}', { before: oldAmount, after: amount })
  if (before.endDate === after.endDate) return ''
  return after.endDate === null ? t('now without an end') : t('now until {date}', { date: formatDate(after.endDate) })
}

/** Two amounts that differ. A plan that is counted only now says nothing of how much was taken before. */
function amountTexts({ amounts: before }: Plan, { amounts: after }: Plan): [before: string, after: string] {
  const texts: [string, string] = before && after ? [amountsText(before), amountsText(after)] : ['', '']
  return texts[0] === texts[1] ? ['', ''] : texts
}

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join('; ')

/** `8:00 AM, 8:00 PM; Mon, Wed`. */
function timesText({ reminderTimes, schedule }: Plan, all: readonly NamedMedicine[]): string {
  if (schedule.kind === 'as-needed') return t('only when needed')
  const days = daysText(schedule, all)
  if (days !== null && !hasReminderTimes(schedule)) return days
  const times = inRow(reminderTimes.map(formatTime12)) || t('no times')
  return joined(times, days ?? '')
}

function dosageChanges(medication: Medication, events: readonly DoseEvent[], zone: string): NamelessChange[] {
  const runs = dosageRuns(events, amountTextsOf(medication))
  const last = runs.at(-1)
  if (!last) return []
  if (last.dosage !== medication.dosage) runs.push(runOfRecord(medication))
  const doubtful = runs.map((run, index) => isDoubtful(run, runs[index - 1], runs[index + 1]))
  return runs.slice(1).flatMap((run, index) => {
    const before = runs[index]
    if (!before || doubtful[index] || doubtful[index + 1]) return []
    return [
      {
        date: localAt(run.first, zone).date,
        words: dosageWords(before.dosage, run.dosage),
      },
    ]
  })
}

function dosageWords(before: string, after: string): string {
  if (before === '') return t('dosage from none named to {after}', { after })
  return after === ''
    ? t('dosage from {before} to none named', { before })
    : t('dosage from {before} to {after}', { before, after })
}

/** What doses are logged with where no dosage was typed: it follows from the plan, and differs by time or day. */
const amountTextsOf = ({ dosage, versions }: Medication): ReadonlySet<string> =>
  new Set(
    versions
      .flatMap(({ amounts, schedule }) => [{ amounts }, ...(schedule.kind === 'phases' ? schedule.steps : [])])
      .flatMap(({ amounts }) => (amounts ? doseTexts(amounts) : []))
      .filter((text) => text !== dosage),
  )

/** Consecutive doses logged with the same dosage. */
interface DosageRun {
  dosage: string
  /** Milliseconds since the epoch. */
  first: number
  last: number
  doses: number
  /** Null for the record itself, which no device logged. */
  devices: Set<DeviceId> | null
}

/**
 * Returns the runs of a log in order of time. An entry made days after the dose was taken has the dosage of that later
 * day, so it is left out. What follows from the plan counts as no dosage.
 */
function dosageRuns(events: readonly DoseEvent[], fromPlan: ReadonlySet<string>): DosageRun[] {
  const entries = events
    .filter(({ kind }) => kind !== 'undone')
    .map((event) => ({ event, moment: msOf(event.at) }))
    .filter(({ event, moment }) => Math.abs(msOf(event.loggedAt) - moment) <= DAY)
    .sort((a, b) => a.moment - b.moment || (a.event.id < b.event.id ? -1 : 1))
  const runs: DosageRun[] = []
  for (const { event, moment } of entries) {
    const dosage = fromPlan.has(event.snapshot.dosage) ? '' : event.snapshot.dosage
    let run = runs.at(-1)
    if (run?.dosage !== dosage) {
      run = { dosage, first: moment, last: moment, doses: 0, devices: new Set() }
      runs.push(run)
    }
    run.last = moment
    run.doses += 1
    run.devices?.add(event.deviceId)
  }
  return runs
}

/**
 * Returns the run for a dosage that no dose has been logged with yet; all that is known about its time is the latest
 * edit.
 */
function runOfRecord({ dosage, updatedAt }: Medication): DosageRun {
  const edited = msOf(updatedAt)
  return { dosage, first: edited, last: edited, doses: 0, devices: null }
}

/**
 * Returns whether the start and end of a run are unknown. That is so
 * - if the record was not edited after it but says something different: the device did not know about the edit yet
 * - if it lies between two runs of another dosage and is a single dose, or no device logged with both: then two devices
 * were logging at the same time
 */
function isDoubtful(run: DosageRun, before: DosageRun | undefined, after: DosageRun | undefined): boolean {
  if (after && after.first < run.last) return true
  if (before?.dosage !== after?.dosage || !before || !after) return false
  return run.doses === 1 || !sharesDevice(run, before) || !sharesDevice(run, after)
}

const sharesDevice = ({ devices: some }: DosageRun, { devices: others }: DosageRun): boolean =>
  some === null || others === null || [...some].some((device) => others.has(device))
