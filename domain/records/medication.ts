import { bare } from '../lib/bare.ts'
import type { MedicationId } from '../lib/ids.ts'
import type { Instant } from '../lib/instant.ts'
import { localAt } from '../lib/zone.ts'
import type { Plan, PlanVersion } from '../schedule/plan.ts'
import { lastDateOf } from '../schedule/timetable.ts'
import type { Gtin } from './barcode.ts'
import type { MedicationExtras } from './medication-extras.ts'

/**
 * The most versions of a record. A change on every day of a year makes fewer, and nothing looks further back
 * (/insights). Beyond that the oldest is dropped; what was logged under it stays in the log as it was (decision 003).
 */
export const MOST_VERSIONS = 500

/** Returns as many of the newest versions as a record keeps. */
export const newestVersions = (versions: readonly PlanVersion[]): PlanVersion[] => versions.slice(-MOST_VERSIONS)

/** Returns whether each of them begins after the previous one. */
export const areInOrder = (versions: readonly PlanVersion[]): boolean =>
  versions.every(({ effectiveFrom }, index) => {
    const before = versions[index - 1]
    return before === undefined || before.effectiveFrom < effectiveFrom
  })

export interface Medication extends Plan, MedicationExtras {
  id: MedicationId
  name: string
  dosage: string
  frequency: string
  instructions: string
  /**
   * Whether the user wants an e-mail if a dose is still open after 30 minutes (docs/reminders.md, R6.4). Absent if the
   * record comes from before this mark existed, so that its value is unknown.
   */
  important?: boolean | undefined
  /** What the barcodes of its packages hold, the newest last (decision 066). Absent: none, or it is not known. */
  barcodes?: Gtin[] | undefined
  /** Oldest first; the last one is the plan of the record itself. */
  versions: PlanVersion[]
  /** The instant at which the user stopped it; null while it continues. */
  stoppedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

/** The response of the specification's list call: the record and its state today in the plan zone. */
export interface ListedMedication extends Medication {
  isActive: boolean
}

/**
 * Returns whether it is active: neither stopped by the user nor past its last date in the plan zone (readings,
 * Medications).
 */
export function isActive(medication: Plan & Pick<Medication, 'stoppedAt'>, now: number, zone: string): boolean {
  if (medication.stoppedAt !== null) return false
  const last = lastDateOf(medication)
  return last === null || last >= localAt(now, zone).date
}

type Medicine = Pick<Medication, 'name' | 'dosage'>

/** Returns a key that is equal for two medications exactly if they are duplicates, to find those among thousands. */
export const medicineKey = ({ name, dosage }: Medicine): string => `${bare(name)} ${bare(dosage)}`

/**
 * Returns whether name and dosage are the same, both ignoring case and spaces: `1000mg` is `1000 mg` (readings,
 * Medications).
 */
export const isSameMedicine = (a: Medicine, b: Medicine): boolean =>
  bare(a.name) === bare(b.name) && bare(a.dosage) === bare(b.dosage)
