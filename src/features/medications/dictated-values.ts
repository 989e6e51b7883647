import { type ReadMedication, readMedication } from '@dosewell/reading/medication'
import { type ReadPlan, readPlan } from '@dosewell/reading/plan'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { timesAsTyped } from '#domain/schedule/typed-times.ts'
import { type FilledField, heardFrom } from '#src/session/heard.ts'
import { countedDose, dictatedLimits, dictatedPlan, withoutAnswered } from './dictated-plan.ts'
import { EMPTY_VALUES, type MedicationValues } from './form-values.ts'

/**
 * Returns the form as filled by dictation: what was not said stays empty, guesses are marked.
 * @param today in the plan zone
 */
export function dictatedValues(words: string, today: LocalDate): MedicationValues {
  const whole = readMedication(words, today)
  const plan = planBeyond(readPlan(words), whole)
  const read = plan ? readMedication(plan.rest, today) : whole
  const schedule = read.schedule?.value
  const counted = countedDose(words, read.dosage)
  const values: MedicationValues = {
    ...EMPTY_VALUES,
    name: read.name?.value ?? '',
    dosage: read.dosage?.value ?? '',
    // The plan says it more exactly.
    frequency: plan?.kind ? '' : (read.frequency?.value ?? ''),
    kind: kindOf(read),
    ...(schedule?.kind === 'weekdays' ? { days: schedule.days } : {}),
    ...(schedule?.kind === 'interval' ? { everyDays: schedule.everyDays } : {}),
    reminderTimes: timesAsTyped(read.reminderTimes.map(({ value }) => value)),
    instructions: words.trim(),
    startDate: read.startDate?.value ?? '',
    endDate: read.endDate?.value ?? '',
    isOngoing: read.isOngoing !== null,
    ...counted,
    ...dictatedLimits(words, counted.unit),
    ...(plan ? dictatedPlan(plan, read, today) : {}),
  }
  const asks = plan ? withoutAnswered(read.asks) : read.asks
  return { ...values, heard: heardFrom(words, asks, filledFrom(values, read, plan)) }
}

/**
 * Returns what was said of a plan that no days and times can say; null if nothing was. "Every 6 hours when needed" has
 * no doses of its own, and where times were said beside "every 8 hours" it is taken at those.
 */
function planBeyond(plan: ReadPlan, { schedule, reminderTimes }: ReadMedication): ReadPlan | null {
  if (plan.steps || plan.inTurn) return plan
  const kind = plan.kind?.value
  if (!kind) return null
  const isOnTheClock = kind.kind === 'hours' && kind.from === null
  return isOnTheClock && (schedule?.value.kind === 'as-needed' || reminderTimes.length > 1) ? null : plan
}

/**
 * Returns the kind of schedule. If the words leave the days open, the user chooses them; if nothing at all was said
 * about how often, every day is a guess. A number of times per week asks for weekdays.
 */
function kindOf({ schedule, frequency }: ReadMedication): MedicationValues['kind'] {
  if (schedule) return schedule.value.kind
  if (frequency === null) return EMPTY_VALUES.kind
  return /\bweek$/.test(frequency.value) ? 'weekdays' : ''
}

const TEXTS = ['name', 'dosage', 'frequency', 'startDate', 'endDate'] as const

function filledFrom(values: MedicationValues, read: ReadMedication, plan: ReadPlan | null): FilledField[] {
  const texts = TEXTS.map((field) => ({
    field,
    value: values[field],
    facts: read[field] ? [read[field]] : [],
  }))
  const said = plan?.steps ?? plan?.inTurn ?? plan?.kind
  const isFromToday = values.kind === 'phases' && read.startDate === null
  return [
    ...texts,
    { field: 'reminderTimes', value: values.reminderTimes, facts: read.reminderTimes },
    { field: 'kind', value: values.kind, facts: said ? [said] : daysFacts(values, read) },
    ...(isFromToday ? [{ field: 'startDate', value: values.startDate, facts: [unsaid(values.startDate)] }] : []),
  ]
}

/** A guess based on no words. */
const unsaid = (value: string): FilledField['facts'][number] => ({ value, words: '', at: 0, confidence: 'guess' })

/** If nothing was said, every day is a guess. */
function daysFacts({ kind }: MedicationValues, { schedule }: ReadMedication): FilledField['facts'] {
  if (schedule) return [schedule]
  return kind === EMPTY_VALUES.kind ? [unsaid(kind)] : []
}
