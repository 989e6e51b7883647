import * as z from 'zod/mini'
import { type MedicationId, medicationIdSchema } from '../lib/ids.ts'
import { type Instant, instantSchema } from '../lib/instant.ts'
import {
  type LocalDate,
  type LocalTime,
  localDateSchema,
  localTimeSchema,
  recordDateSchema,
} from '../lib/local-time.ts'
import { storableText } from '../lib/text.ts'
import { localAt } from '../lib/zone.ts'
import { sortedTimes } from '../schedule/reminder-times.ts'
import { type Schedule, scheduleSchema, storedScheduleSchema } from '../schedule/schedule.ts'

/** When doses are due. Its four fields are one unit for merging and validation (docs/records.md). */
export interface Plan {
  schedule: Schedule
  reminderTimes: LocalTime[]
  startDate: LocalDate | null
  endDate: LocalDate | null
}

/** A plan and the instant from which it is in force; a slot belongs to the version in force at its planned instant. */
export interface PlanVersion extends Plan {
  effectiveFrom: Instant
}

/**
 * The most versions of a record. A change on each day of a year is fewer, and nothing counts further back (/insights). With one more the
 * oldest goes; what was logged under it stays in the log, as it was logged (decision 003).
 */
export const MOST_VERSIONS = 500

/** As many of them as a record keeps. */
export const newestVersions = (versions: readonly PlanVersion[]): PlanVersion[] => versions.slice(-MOST_VERSIONS)

/** Whether each of them begins after the one before it. */
export const areInOrder = (versions: readonly PlanVersion[]): boolean =>
  versions.every(({ effectiveFrom }, index) => {
    const before = versions[index - 1]
    return before === undefined || before.effectiveFrom < effectiveFrom
  })

export interface Medication extends Plan {
  id: MedicationId
  name: string
  dosage: string
  frequency: string
  instructions: string
  /**
   * Whether the person wants an e-mail when a dose of it is still open after 30 minutes (docs/reminders.md, R6.4). Absent: whoever
   * holds the record has it from before there was this mark, and does not know.
   */
  important?: boolean | undefined
  /** Oldest first; the last one is the plan of the record itself. */
  versions: PlanVersion[]
  /** The instant at which the person stopped it; null while it goes on. */
  stoppedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

/** What the specification's list call answers: the record and its state today in the plan zone. */
export interface ListedMedication extends Medication {
  isActive: boolean
}

export const medicationTexts = {
  name: storableText(200).check(z.minLength(1, 'Medication name is required')),
  dosage: storableText(200),
  frequency: storableText(200),
  instructions: storableText(2000),
} as const

export const reminderTimesSchema = z.pipe(
  z.array(localTimeSchema).check(z.maxLength(24, 'must be at most 24 times')),
  z.transform((times) => sortedTimes(times)),
)

export const planFields = {
  schedule: scheduleSchema,
  reminderTimes: reminderTimesSchema,
  startDate: z.nullable(recordDateSchema),
  endDate: z.nullable(recordDateSchema),
} as const

/** As they may be stored, with any dates that there are: whoever reads them can still edit or delete the record. */
export const storedPlanFields = {
  ...planFields,
  schedule: storedScheduleSchema,
  startDate: z.nullable(localDateSchema),
  endDate: z.nullable(localDateSchema),
} as const

/** Why a plan makes no sense, with the field to blame; null when it does. `mayLackTimes`: it came from a scan (readings, scans). */
export function planProblem(plan: Plan, { mayLackTimes = false } = {}): { field: keyof Plan; error: string } | null {
  const hasTimes = plan.reminderTimes.length > 0
  if (plan.schedule.kind === 'as-needed' && hasTimes) {
    return { field: 'reminderTimes', error: 'A medication taken only when needed has no reminder times' }
  }
  if (plan.schedule.kind !== 'as-needed' && !hasTimes && !mayLackTimes) {
    return { field: 'reminderTimes', error: 'At least one reminder time is required' }
  }
  if (plan.startDate !== null && plan.endDate !== null && plan.endDate < plan.startDate) {
    return { field: 'endDate', error: 'The end date must not be before the start date' }
  }
  return null
}

const effectiveFrom = instantSchema

/** A whole record, as it is stored, given back or imported: what an account once held is never refused for a rule of today (decision 043). */
export const medicationSchema = z.object({
  id: medicationIdSchema,
  ...medicationTexts,
  important: z.optional(z.boolean()),
  ...storedPlanFields,
  versions: z.array(z.object({ ...storedPlanFields, effectiveFrom })).check(z.minLength(1)),
  stoppedAt: z.nullable(instantSchema),
  createdAt: instantSchema,
  updatedAt: instantSchema,
})

/** A record of the list, as it is stored. */
export const listedMedicationSchema = z.extend(medicationSchema, {
  isActive: z.boolean(),
  important: z._default(z.boolean(), false),
})

/** Active: neither stopped by the person nor past its end date in the plan zone (readings, Medications). */
export function isActive(medication: Pick<Medication, 'stoppedAt' | 'endDate'>, now: number, zone: string): boolean {
  if (medication.stoppedAt !== null) return false
  return medication.endDate === null || medication.endDate >= localAt(now, zone).date
}

export const planOf = (medication: Medication): Plan => ({
  schedule: medication.schedule,
  reminderTimes: medication.reminderTimes,
  startDate: medication.startDate,
  endDate: medication.endDate,
})

/** Keyboards differ in how they compose accents: NFC makes one `é` of both. */
const bare = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, '')

type Medicine = Pick<Medication, 'name' | 'dosage'>

/** What two medications have in common exactly when they are the same medicine: to find twins among thousands. */
export const medicineKey = ({ name, dosage }: Medicine): string => `${bare(name)} ${bare(dosage)}`

/** Same name and same dosage, both ignoring case and spaces: `1000mg` is `1000 mg` (readings, Medications). */
export const isSameMedicine = (a: Medicine, b: Medicine): boolean =>
  bare(a.name) === bare(b.name) && bare(a.dosage) === bare(b.dosage)
