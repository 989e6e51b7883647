import { editMedication, stopMedication } from '#domain/commands/medication-effects.ts'
import type { UnitChanges } from '#domain/commands/medication-origins.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { ok, type Result } from '#domain/lib/result.ts'
import type { EditMedicationBody } from '#domain/protocol/medications.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { DoseAmounts } from '#domain/schedule/amounts.ts'
import { type Plan, planOf } from '#domain/schedule/plan.ts'

/**
 * Returns what a PATCH changes in the record. The plan is one unit: the given fields are combined with the existing
 * plan.
 */
export function changesOf(before: Medication, body: EditMedicationBody): UnitChanges {
  const { schedule, reminderTimes, startDate, endDate, amounts, pauses, editedAt: _when, stoppedAt, ...texts } = body
  const given = withoutAbsent({ schedule, reminderTimes, startDate, endDate, amounts, pauses })
  const plan = Object.keys(given).length > 0 ? { plan: withGiven(planOf(before), given) } : {}
  return { changes: { ...withoutAbsent(texts), ...plan }, stoppedAt }
}

type GivenPlan = Partial<Omit<Plan, 'amounts'>> & { amounts?: DoseAmounts | null }

/**
 * Amounts by time of a plan whose times change without them, as a client does that knows no amounts, are those of the
 * times that remain.
 */
function withGiven(before: Plan, given: GivenPlan): Plan {
  const { amounts: givenAmounts, ...rest } = given
  const amounts = givenAmounts === undefined ? before.amounts : (givenAmounts ?? undefined)
  const plan: Plan = { ...before, ...rest, amounts }
  return givenAmounts === undefined ? { ...plan, amounts: amountsOfTimes(plan) } : plan
}

function amountsOfTimes({ amounts, reminderTimes }: Plan): DoseAmounts | undefined {
  if (!amounts?.byTime) return amounts
  const { byTime, ...rest } = amounts
  const left = Object.entries(byTime).filter(([time]) => (reminderTimes as string[]).includes(time))
  return left.length > 0 ? { ...rest, byTime: Object.fromEntries(left) } : rest
}

/** Returns the record after the changes. A plan that makes no sense is refused. */
export function applyChanges(
  before: Medication,
  { changes, stoppedAt }: UnitChanges,
  editedAt: EditMedicationBody['editedAt'],
  now: number,
): Result<Medication, Refusal> {
  const edited = editMedication(before, changes, editedAt ?? toInstant(now), now)
  if (!edited.ok || stoppedAt === undefined) return edited
  return ok(stopMedication(edited.value, stoppedAt, now))
}

const withoutAbsent = <T>(fields: { [K in keyof T]?: T[K] | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
