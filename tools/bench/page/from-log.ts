import type { MedicationId } from '#domain/lib/ids.ts'
import type { LocalDateTime } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'
import { type BenchMedication, recordOf } from '../events.ts'

/** Plans that count from the log, beside daily ones to compare them with. */
export const PLANS = ['daily', 'after-taken', 'after-dose'] as const
export type Plans = (typeof PLANS)[number]

/** How many of the medications count from their last dose, or are followed by another one. */
const FROM_LOG = 3

const withSchedule = (record: Medication, schedule: Schedule): Medication => {
  const [version] = record.versions
  if (!version) throw new Error('A medication has a version')
  const plan = { schedule, reminderTimes: [] }
  return { ...record, ...plan, versions: [{ ...version, ...plan }] }
}

/** Returns the medications with such plans; the first three have a log of their own whatever their plan is. */
export function recordsWith(plans: Plans, medications: readonly BenchMedication[]): Medication[] {
  const records = medications.map(recordOf)
  if (plans === 'daily') return records
  if (plans === 'after-taken') {
    const first = '2003-01-01T08:00' as LocalDateTime
    const schedule: Schedule = { kind: 'after-taken', every: { hours: 8 }, first }
    return records.map((record, index) =>
      index >= records.length - FROM_LOG ? withSchedule(record, schedule) : record,
    )
  }
  const following = records.slice(-FROM_LOG).map((record) => {
    const schedule: Schedule = { kind: 'after-dose', medicationId: record.id, minutes: 30 }
    const id = record.id.replace(/^......../, '00000000') as MedicationId
    return withSchedule({ ...record, id, name: `After ${record.name}` }, schedule)
  })
  return [...records, ...following]
}
