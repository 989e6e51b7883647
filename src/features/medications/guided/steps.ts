import { type Message, msg } from '#domain/language/message.ts'
import type { FieldErrors, MedicationValues } from '../form-values.ts'
import { hasTypedTimes } from '../read-values.ts'

export type StepName = 'medicine' | 'how often' | 'when' | 'left' | 'until' | 'more' | 'review'

/** One question of the guided form. */
export interface Step {
  name: StepName
  title: Message
  /** The fields that must be right before the next question. */
  fields: readonly (keyof MedicationValues)[]
}

const MEDICINE: Step = {
  name: 'medicine',
  title: msg('Which medicine is it?'),
  fields: ['name', 'dosage', 'strengthAmount', 'strengthUnit', 'strengthPer', 'photo'],
}
const HOW_OFTEN: Step = {
  // not translated: a name in the code
  name: 'how often',
  title: msg('How often do you take it?'),
  fields: [
    'kind',
    'days',
    'daysOn',
    'daysOff',
    'daysOfMonth',
    'everyHours',
    'firstDose',
    'afterLast',
    'followed',
    'minutesAfter',
    'windowFrom',
    'windowTo',
    'steps',
  ],
}
const WHEN_FIELDS = ['reminderTimes', 'each', 'unit', 'amountAt', 'amountsInTurn'] as const
const UNTIL: Step = { name: 'until', title: msg('From when until when?'), fields: ['startDate', 'endDate'] }
const LEFT: Step = { name: 'left', title: msg('How much is there?'), fields: ['left'] }
const MORE: Step = {
  name: 'more',
  title: msg('Anything else to know?'),
  fields: ['minHours', 'maxIn24h', 'headsUp', 'followUps', 'instructions', 'important', 'frequency'],
}
const REVIEW: Step = { name: 'review', title: msg('Is this right?'), fields: [] }

/**
 * Returns the questions that the answers so far lead to. Steps of a taper have times and amounts of their own; what is
 * there is asked of a medicine that is counted.
 */
export function stepsOf({ kind }: Pick<MedicationValues, 'kind'>, isCounted: boolean): Step[] {
  const rest = [UNTIL, ...(isCounted ? [LEFT] : []), MORE, REVIEW]
  if (kind === 'phases') return [MEDICINE, HOW_OFTEN, ...rest]
  const title = hasTypedTimes(kind) ? msg('When, and how much?') : msg('How much is one dose?')
  return [MEDICINE, HOW_OFTEN, { name: 'when', title, fields: WHEN_FIELDS }, ...rest]
}

/** Returns the place of the first question whose fields have an error; -1 if none has. */
export const blamedStep = (steps: readonly Step[], errors: FieldErrors): number =>
  steps.findIndex(({ fields }) => fields.some((field) => errors[field] !== undefined))

/** Returns where to begin: at the first question that is still open, else at the review. */
export function firstOpen(steps: readonly Step[], errors: FieldErrors): number {
  const blamed = blamedStep(steps, errors)
  return blamed === -1 ? steps.length - 1 : blamed
}
