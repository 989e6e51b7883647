import * as z from 'zod/mini'
import { FOLLOWED_FIELD } from '#domain/commands/follow-refusal.ts'
import type { MedicationChanges, MedicationDetails, MedicationTexts } from '#domain/commands/medication-effects.ts'
import { sameLimits } from '#domain/doses/given-limits.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { MedicationExtras } from '#domain/records/medication-extras.ts'
import { barcodesSchema } from '#domain/records/medication-schema.ts'
import { sameNotices } from '#domain/reminders/given-notices.ts'
import { type Plan, planOf } from '#domain/schedule/plan.ts'
import { samePlan } from '#domain/schedule/same-plan.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'
import { heardSchema } from '#src/session/heard.ts'
import { EMPTY_LEFT, leftValuesShape } from './left-values.ts'
import { EMPTY_LIMITS, limitsOfValues, limitValuesOf, limitValuesShape } from './limit-values.ts'
import { EMPTY_LOOK, lookOfValues, lookValuesOf, lookValuesShape, photoOfValues, sameLook } from './look-values.ts'
import { EMPTY_NOTICES, noticesOfValues, noticeValuesOf, noticeValuesShape } from './notice-values.ts'
import { EMPTY_PLAN, type PlanContext, planOfValues, planValuesOf, planValuesShape } from './plan-values.ts'
import {
  EMPTY_STRENGTH,
  sameStrength,
  strengthOfValues,
  strengthValuesOf,
  strengthValuesShape,
} from './strength-values.ts'

/** The content of the fields as typed, which is also what a draft stores. Dates are `YYYY-MM-DD` or empty. */
export const medicationValuesSchema = z.strictObject({
  name: z.string(),
  dosage: z.string(),
  frequency: z.string(),
  instructions: z.string(),
  /** Missing from drafts of an earlier version. */
  important: z._default(z.boolean(), false),
  barcodes: z._default(barcodesSchema, []),
  ...limitValuesShape,
  ...noticeValuesShape,
  ...strengthValuesShape,
  ...lookValuesShape,
  ...planValuesShape,
  ...leftValuesShape,
  /** What the form was filled from by dictation. Missing from drafts of an earlier version. */
  heard: z._default(z.nullable(heardSchema), null),
})
export type MedicationValues = z.infer<typeof medicationValuesSchema>

/** Form defaults: empty strings, isOngoing false (specification, section 3). */
export const EMPTY_VALUES: MedicationValues = {
  name: '',
  dosage: '',
  frequency: '',
  instructions: '',
  important: false,
  barcodes: [],
  ...EMPTY_LIMITS,
  ...EMPTY_NOTICES,
  ...EMPTY_STRENGTH,
  ...EMPTY_LOOK,
  ...EMPTY_PLAN,
  ...EMPTY_LEFT,
  heard: null,
}

export type FieldErrors = Partial<Record<keyof MedicationValues, string>>

/** Returns the fields of a medication, or of what was typed for one. */
export function valuesOf(
  source: MedicationTexts & Plan & Pick<Medication, 'important' | 'barcodes'> & MedicationExtras,
): MedicationValues {
  return {
    name: source.name,
    dosage: source.dosage,
    frequency: source.frequency,
    instructions: source.instructions,
    important: source.important ?? false,
    barcodes: source.barcodes ?? [],
    ...limitValuesOf(source.limits),
    ...noticeValuesOf(source.notices),
    ...strengthValuesOf(source.strength),
    ...lookValuesOf(source),
    ...planValuesOf(source),
    ...EMPTY_LEFT,
    heard: null,
  }
}

/** Returns the fields of a new medication from an ended one, without dates ("Start again", docs/records.md). */
export const valuesOfAgain = (medication: Medication): MedicationValues => ({
  ...valuesOf({ ...medication, schedule: withAmounts(medication) }),
  pauses: [],
  startDate: '',
  endDate: '',
  isOngoing: true,
})

/** Returns the schedule of a plan. Steps get the amounts that they take from beside them, where no field shows these. */
const withAmounts = ({ schedule, amounts }: Plan): Schedule =>
  schedule.kind !== 'phases' || !amounts
    ? schedule
    : { ...schedule, steps: schedule.steps.map((step) => ({ ...step, amounts: step.amounts ?? amounts })) }

export const TEXTS = ['name', 'dosage', 'frequency', 'instructions'] as const

export const textsOf = (values: MedicationValues): MedicationTexts => ({
  name: values.name.trim(),
  dosage: values.dosage.trim(),
  frequency: values.frequency.trim(),
  instructions: values.instructions.trim(),
})

/**
 * Returns what an edit changes: each text that differs, the `important` flag, the barcodes, the extras, and
 * the plan as one unit if anything in it differs (docs/sync-spec.md, S5).
 */
export function changesOf(base: MedicationValues, next: MedicationDetails, context: PlanContext): MedicationChanges {
  const changes: MedicationChanges = {}
  const before = textsOf(base)
  for (const field of TEXTS) if (before[field] !== next[field]) changes[field] = next[field]
  if (base.important !== next.important) changes.important = next.important
  const { barcodes = [] } = next
  if (barcodes.join() !== base.barcodes.join()) changes.barcodes = barcodes
  const { limits = null } = next
  if (!sameLimits(limits, limitsOfValues(base))) changes.limits = limits
  const { notices = null } = next
  if (!sameNotices(notices, noticesOfValues(base))) changes.notices = notices
  const { strength = null, look = null, photo = null } = next
  if (!sameStrength(strength, strengthOfValues(base))) changes.strength = strength
  if (!sameLook(look, lookOfValues(base))) changes.look = look
  if (photo !== photoOfValues(base)) changes.photo = photo
  const [plan, was] = [planOf(next), planOfValues(base, context)]
  if (was === null || !samePlan(plan, was)) changes.plan = plan
  return changes
}

export const sameValues = (a: MedicationValues, b: MedicationValues): boolean =>
  (Object.keys(EMPTY_VALUES) as (keyof MedicationValues)[]).every(
    (field) => JSON.stringify(a[field]) === JSON.stringify(b[field]),
  )

const STRENGTH_FIELDS: Readonly<Record<string, keyof MedicationValues>> = {
  'strength.unit': 'strengthUnit',
  'strength.per': 'strengthPer',
}

/** Returns the form's field for the one an answer or a rule blames. */
export function fieldOf(blamed: string): keyof MedicationValues {
  const [field = ''] = blamed.split('.')
  if (blamed === FOLLOWED_FIELD) return 'followed'
  if (field === 'schedule') return 'kind'
  if (field === 'amounts') return 'each'
  if (field === 'limits') return blamed === 'limits.maxIn24h' ? 'maxIn24h' : 'minHours'
  if (field === 'strength') return STRENGTH_FIELDS[blamed] ?? 'strengthAmount'
  if (field === 'look') return 'lookShape'
  if (field === 'notices') return blamed === 'notices.headsUp' ? 'headsUp' : 'followUps'
  return field in EMPTY_VALUES ? (field as keyof MedicationValues) : 'name'
}
