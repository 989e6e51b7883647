import { readDirections } from '@dosewell/reading/directions'
import { NOTHING_SAID, type ReadMedication } from '@dosewell/reading/medication'
import { type ReadKind, type ReadPlan, type ReadSteps, readApart } from '@dosewell/reading/plan'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { manyOf, UNITS } from '#domain/schedule/amounts.ts'
import { timesAsTyped } from '#domain/schedule/typed-times.ts'
import type { MedicationValues } from './form-values.ts'

type Filled = Partial<MedicationValues>

/**
 * Returns the fields of a plan that was dictated.
 * @param read what else was said
 * @param today in the plan zone
 */
export function dictatedPlan(plan: ReadPlan, read: ReadMedication, today: LocalDate): Filled {
  if (plan.steps) return stepsFields(plan.steps.value, read, today)
  return { ...(plan.kind && kindFields(plan.kind.value, read, today)), ...inTurnFields(plan, read) }
}

/** A taper has to begin on some day: today, if none was said. */
function stepsFields({ unit, steps }: ReadSteps, read: ReadMedication, today: LocalDate): Filled {
  const reminderTimes = timesAsTyped(read.reminderTimes.map(({ value }) => value))
  return {
    kind: 'phases',
    steps: steps.map(({ amount, days }) => ({
      days: days === null ? '' : String(days),
      each: amount,
      unit,
      reminderTimes,
      kept: null,
    })),
    reminderTimes: '',
    startDate: read.startDate?.value ?? today,
    isOngoing: steps.at(-1)?.days === null,
    unit: '',
    each: '',
  }
}

function inTurnFields({ inTurn, kind }: ReadPlan, read: ReadMedication): Filled {
  if (!inTurn) return {}
  const { unit, amounts } = inTurn.value
  return {
    ...(kind === null && read.schedule === null ? { kind: 'daily' } : {}),
    unit,
    each: amounts.find((amount) => amount !== '0') ?? '',
    amountsBy: 'day',
    amountsInTurn: amounts.join(', '),
  }
}

function kindFields(said: ReadKind, read: ReadMedication, today: LocalDate): Filled {
  switch (said.kind) {
    case 'monthly':
      return { kind: 'monthly', daysOfMonth: said.daysOfMonth }
    case 'cycle':
      return { kind: 'cycle', daysOn: String(said.daysOn), daysOff: String(said.daysOff) }
    case 'after-taken': {
      const { hours, days } = said
      const afterLast = String(hours ?? days)
      return { kind: 'after-taken', afterLast, afterUnit: hours === null ? 'days' : 'hours', ...first(read, today) }
    }
    case 'hours': {
      const { everyHours, from, to } = said
      const hours: Filled = { kind: 'hours', everyHours: String(everyHours), ...first(read, today) }
      return from === null || to === null ? hours : { ...hours, hasWindow: true, windowFrom: from, windowTo: to }
    }
  }
}

/** What counts from a first dose needs its day and its time; with one alone the user is asked. */
function first({ reminderTimes: [time, ...others], startDate }: ReadMedication, today: LocalDate): Filled {
  const isOne = time !== undefined && others.length === 0
  return { reminderTimes: '', firstDose: isOne ? `${startDate?.value ?? today}T${time.value}` : '' }
}

/** `500 mg, 2 tablets`: how many of what is taken at a time stands last. */
const COUNTED = /(?:^|, )(\d+(?:\.\d+)?) ([A-Za-z]+)$/

/** `500 mg`, before a count or alone. */
const STRENGTH = /^(\d+(?:\.\d+)?) ([A-Za-zµ]+)(?:, |$)/

/** What is counted out. A gram is nearly always the strength of something that is. */
const COUNTABLE = UNITS.filter((unit) => unit !== 'g')

interface Counted {
  unit: string
  each: string
}

/**
 * Returns the amount of a dose where what was heard counts something, and the strength beside it; no unit if it counts
 * nothing.
 */
export function countedDose(words: string, dosage: ReadMedication['dosage']): Filled & Pick<Counted, 'unit'> {
  const text = dosage?.confidence === 'sure' ? dosage.value : ''
  const counted = countIn(text) ?? singleDose(words)
  if (counted === null) return { unit: '' }
  const [, strengthAmount, strengthUnit = ''] = STRENGTH.exec(text) ?? []
  if (strengthAmount === undefined || isUnit(strengthUnit, counted.unit)) return counted
  return { ...counted, strengthAmount, strengthUnit, strengthPer: counted.unit }
}

const isUnit = (word: string, unit: string): boolean => word === unit || word === manyOf(unit)

function countIn(dosage: string): Counted | null {
  const [, each = '', word = ''] = COUNTED.exec(dosage) ?? []
  const unit = COUNTABLE.find((one) => isUnit(word, one))
  return unit === undefined ? null : { unit, each }
}

/**
 * One of something is no part of the dosage: directions say it, and nothing else, no range and nothing that changes.
 */
function singleDose(words: string): Counted | null {
  const { dose, doseMax, partDoses, unit } = readDirections(words)
  const isOne = dose?.value === 1 && dose.confidence === 'sure' && doseMax === null && partDoses === null
  const counted = isOne && unit?.confidence === 'sure' && COUNTABLE.find((one) => one === unit.value)
  return counted ? { unit: counted, each: '1' } : null
}

/**
 * Returns the limits that were said in so many words. How much in 24 hours is counted in the unit of a dose, so it is
 * only taken where that is known.
 */
export function dictatedLimits(words: string, unit: string): Filled {
  const { maxPerDay, maxUnit } = readDirections(words)
  const apart = readApart(words)
  const isSame = maxUnit === null || maxUnit.value === unit
  const isCounted = unit !== '' && maxPerDay?.confidence === 'sure' && isSame
  return {
    ...(apart && { minHours: String(apart.value) }),
    ...(isCounted && { maxIn24h: String(maxPerDay.value) }),
  }
}

/** Returns the questions that are still open: how often it is taken is known. */
export const withoutAnswered = (asks: readonly string[]): string[] => asks.filter((ask) => ask !== NOTHING_SAID)
