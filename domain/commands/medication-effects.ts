import { isSaid } from '../language/is-said.ts'
import { t } from '../language/translate.ts'
import type { MedicationId } from '../lib/ids.ts'
import { type Instant, notAfter, toInstant } from '../lib/instant.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { Gtin } from '../records/barcode.ts'
import { isActive, isSameMedicine, type Medication, newestVersions } from '../records/medication.ts'
import { givenExtras, knownExtras, type MedicationExtras } from '../records/medication-extras.ts'
import { type Plan, planOf } from '../schedule/plan.ts'
import { planProblem } from '../schedule/plan-problem.ts'
import { samePlan } from '../schedule/same-plan.ts'
import type { Refusal } from './refusal.ts'

export interface MedicationTexts {
  name: string
  dosage: string
  frequency: string
  instructions: string
}

/** Everything a user enters for a medication. */
export interface MedicationDetails extends MedicationTexts, Plan, MedicationExtras {
  important: boolean
  /** Absent: none. */
  barcodes?: Gtin[] | undefined
}

export interface NewMedication extends MedicationDetails {
  id: MedicationId
  createdAt: Instant
}

/**
 * What an edit changes: texts, the important mark, the barcodes and the extras one by one, the plan as one unit. Absent
 * or undefined means unchanged.
 */
export type MedicationChanges = { [Text in keyof MedicationTexts]?: string | undefined } & MedicationExtras & {
    important?: boolean | undefined
    barcodes?: Gtin[] | undefined
    plan?: Plan | undefined
  }

/**
 * Returns a new medication. Its first plan is in force from the moment the user added it. `mayLackTimes`: a medication
 * from a scan may have no reminder times; the user is asked for them later (readings, scans).
 */
export function addMedication(
  input: NewMedication,
  now: number,
  lenience: { mayLackTimes?: boolean } = {},
): Result<Medication, Refusal> {
  const { id, name, dosage, frequency, instructions, important, barcodes = [] } = input
  const plan = planOf(input)
  const problem = planProblem(plan, lenience)
  if (problem) return fail({ status: 400, code: 'invalid', ...problem })
  const createdAt = notAfter(input.createdAt, now)
  return ok({
    id,
    name,
    dosage,
    frequency,
    instructions,
    important,
    ...(barcodes.length > 0 && { barcodes }),
    ...givenExtras(input),
    ...plan,
    versions: [{ ...plan, effectiveFrom: createdAt }],
    stoppedAt: null,
    createdAt,
    updatedAt: toInstant(now),
  })
}

/**
 * Edits a medication. A changed plan becomes a new version from the instant of the edit. An edit that arrives late
 * never reaches back before the latest version (the last arrival wins, docs/sync-spec.md, S5). There is no limit to
 * edits: the oldest version is dropped.
 */
export function editMedication(
  medication: Medication,
  changes: MedicationChanges,
  editedAt: Instant,
  now: number,
): Result<Medication, Refusal> {
  const { plan } = changes
  const edited: Medication = {
    ...medication,
    name: changes.name ?? medication.name,
    dosage: changes.dosage ?? medication.dosage,
    frequency: changes.frequency ?? medication.frequency,
    instructions: changes.instructions ?? medication.instructions,
    important: changes.important ?? medication.important,
    ...(changes.barcodes && { barcodes: changes.barcodes }),
    ...knownExtras(changes),
    updatedAt: toInstant(now),
  }
  if (plan === undefined || samePlan(plan, planOf(medication))) return ok(edited)
  const problem = planProblem(plan)
  if (problem) return fail({ status: 400, code: 'invalid', ...problem })
  const last = medication.versions.at(-1)
  const asked = notAfter(editedAt, now)
  const effectiveFrom = last && last.effectiveFrom > asked ? last.effectiveFrom : asked
  const earlier = medication.versions.filter((version) => version.effectiveFrom < effectiveFrom)
  return ok({
    ...withoutPlan(edited),
    ...planOf(plan),
    versions: newestVersions([...earlier, { ...planOf(plan), effectiveFrom }]),
  })
}

/** A plan replaces all of another, also what it does not have. */
const withoutPlan = ({ amounts: _amounts, pauses: _pauses, ...rest }: Medication): Medication => rest

/** Stops the medication from this instant on, or (null) lets it continue as if it had never been stopped. */
export const stopMedication = (medication: Medication, stoppedAt: Instant | null, now: number): Medication => ({
  ...medication,
  stoppedAt: stoppedAt === null ? null : notAfter(stoppedAt, now),
  updatedAt: toInstant(now),
})

const duplicateText = (medicine: string): string => t('You already have {medicine} in your medications', { medicine })

/** Returns whether an error says that there is such a medication already. */
export const isDuplicateMedication = (error: string): boolean => isSaid(error, duplicateText)

/** Returns the refusal of a second active medication with the same name and dosage, or null (readings, Medications). */
export function duplicateRefusal(
  candidate: Pick<Medication, 'id' | 'name' | 'dosage'>,
  others: readonly Medication[],
  now: number,
  zone: string,
): Refusal | null {
  const twin = others.find(
    (other) => other.id !== candidate.id && isActive(other, now, zone) && isSameMedicine(other, candidate),
  )
  if (!twin) return null
  return {
    status: 409,
    code: 'duplicate',
    error: duplicateText(twin.name),
    field: 'name',
  }
}
