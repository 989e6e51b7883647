import * as z from 'zod/mini'
import { t } from '../language/translate.ts'
import { medicationIdSchema } from '../lib/ids-schema.ts'
import {
  localDateSchema,
  localDateTimeSchema,
  localTimeSchema,
  recordDateSchema,
  recordDateTimeSchema,
} from '../lib/local-time-schema.ts'
import { doseAmountsSchema, storedDoseAmountsSchema } from './amounts-schema.ts'
import { LAST_DAY } from './monthly.ts'
import { reminderTimesSchema } from './reminder-times-schema.ts'

const wholeNumber = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

const sortedWithoutDoubles = (numbers: number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b)

/** The kinds that say on which days a dose is due; its times stand beside it (`reminderTimes`). */
const dayKinds = (anchorDate: typeof localDateSchema) =>
  [
    z.strictObject({ kind: z.literal('daily') }),
    z.strictObject({
      kind: z.literal('weekdays'),
      days: z.pipe(
        z.array(wholeNumber(1, 7)).check(z.minLength(1, { error: () => t('Choose at least one day') }), z.maxLength(7)),
        z.transform(sortedWithoutDoubles),
      ),
    }),
    z.strictObject({ kind: z.literal('interval'), everyDays: wholeNumber(2, 365), anchorDate }),
    z.strictObject({
      kind: z.literal('cycle'),
      daysOn: wholeNumber(1, 365),
      daysOff: wholeNumber(1, 365),
      anchorDate,
    }),
    z.strictObject({
      kind: z.literal('monthly'),
      daysOfMonth: z.pipe(
        z
          .array(
            wholeNumber(LAST_DAY, 31).check(
              z.refine((day) => day !== 0, 'must be a day from 1 to 31, or -1 for the last day of the month'),
            ),
          )
          .check(z.minLength(1, { error: () => t('Choose at least one day of the month') }), z.maxLength(32)),
        z.transform(sortedWithoutDoubles),
      ),
    }),
  ] as const

const halves = (min: number, max: number) =>
  z.number().check(z.minimum(min), z.maximum(max), z.multipleOf(0.5, 'must be a number of whole or half hours'))

const window = z
  .strictObject({ from: localTimeSchema, to: localTimeSchema })
  .check(z.refine(({ from, to }) => from < to, { message: 'must begin before it ends', path: ['to'] }))

/** The kinds that have times of their own. */
const hours = (anchor: typeof localDateTimeSchema) =>
  z.strictObject({ kind: z.literal('hours'), everyHours: halves(1, 72), anchor, window: z.nullable(window) })

const afterTaken = (first: typeof localDateTimeSchema) =>
  z.strictObject({
    kind: z.literal('after-taken'),
    every: z
      .strictObject({ hours: z.optional(halves(1, 72)), days: z.optional(wholeNumber(1, 365)) })
      .check(
        z.refine(({ hours, days }) => (hours === undefined) !== (days === undefined), 'must be either hours or days'),
      ),
    first,
  })

/** It follows another medication as a whole, so no step of a taper can be one. */
const afterDose = z.strictObject({
  kind: z.literal('after-dose'),
  medicationId: medicationIdSchema,
  minutes: wholeNumber(1, 1440),
})

const asNeeded = z.strictObject({ kind: z.literal('as-needed') })

const simpleFrom = /* @__NO_SIDE_EFFECTS__ */ (
  anchorDate: typeof localDateSchema,
  anchor: typeof localDateTimeSchema,
) => z.discriminatedUnion('kind', [...dayKinds(anchorDate), hours(anchor), afterTaken(anchor), asNeeded])

type AnySimple = ReturnType<typeof simpleFrom>

const stepFrom = /* @__NO_SIDE_EFFECTS__ */ (schedule: AnySimple, amounts: typeof doseAmountsSchema) =>
  z.strictObject({
    days: z.nullable(wholeNumber(1, 3650)),
    schedule,
    reminderTimes: reminderTimesSchema,
    amounts: z.optional(amounts),
  })

const phasesFrom = /* @__NO_SIDE_EFFECTS__ */ (step: ReturnType<typeof stepFrom>) =>
  z.strictObject({
    kind: z.literal('phases'),
    steps: z.array(step).check(
      z.minLength(1, 'must have at least one step'),
      z.maxLength(60, 'must have at most 60 steps'),
      z.refine(
        (steps) => steps.every(({ days }, index) => days !== null || index === steps.length - 1),
        'only the last step may have no number of days',
      ),
    ),
  })

const scheduleFrom = /* @__NO_SIDE_EFFECTS__ */ (simple: AnySimple, step: ReturnType<typeof stepFrom>) =>
  z.discriminatedUnion('kind', [...simple._zod.def.options, afterDose, phasesFrom(step)])

const simple = simpleFrom(recordDateSchema, recordDateTimeSchema)
const storedSimple = simpleFrom(localDateSchema, localDateTimeSchema)

/** A step as stored: it may count from any date. */
export const storedStepSchema = stepFrom(storedSimple, storedDoseAmountsSchema)

/**
 * When a medication is due (specification; additions, 1.1).
 * - `daily`: every day
 * - `weekdays`: on chosen ISO weekdays (1 is Monday)
 * - `interval`: every N days, counted from `anchorDate`
 * - `cycle`: `daysOn` days on, then `daysOff` days off, counted from `anchorDate`
 * - `monthly`: on days of the month; a day that a month lacks is its last one
 * - `hours`: every N hours: without a window elapsed hours from `anchor`, with one each day from its beginning to its end
 * - `after-taken`: at `first`, then that long after the dose that was taken last; days keep the time of day of `first`
 * - `after-dose`: that many minutes after each dose of the other medication that is taken
 * - `phases`: steps one after another from the plan's start date, each with a schedule and times of its own
 * - `as-needed`: only when needed
 *
 * Times of day are stored separately (`reminderTimes`), except for `hours`, `after-taken`, `after-dose`, `phases` and
 * `as-needed`, which have none.
 */
export const scheduleSchema = scheduleFrom(simple, stepFrom(simple, doseAmountsSchema))
/** The same as stored: it may count from any date. */
export const storedScheduleSchema = scheduleFrom(storedSimple, storedStepSchema)
