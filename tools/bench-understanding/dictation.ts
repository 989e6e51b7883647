import { readAppointment } from '@dosewell/reading/appointment'
import { readMedication } from '@dosewell/reading/medication'
import type { Fact } from '@dosewell/reading/read'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { parseReminderTimes } from '#domain/schedule/typed-times.ts'
import { plainAppointment, plainMedication } from './dictation-plain.ts'
import { ownCorpora, type Sample, sharedCorpora } from './sample.ts'
import type { Judge, Reader, Reading, Score } from './score.ts'
import { type Section, type SectionReport, scoreAll, wrongTarget } from './section.ts'

const today = ({ now, id }: Sample): LocalDate => {
  if (now === undefined) throw new TypeError(`${id} does not say when it was spoken`)
  return now.slice(0, 10) as LocalDate
}

/** Converts the facts of a reading into the form that the bench scores. */
const readingsOf = (facts: Record<string, Fact<unknown> | null>): Record<string, Reading> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([field, fact]): [string, Reading][] =>
      fact === null ? [] : [[field, { value: fact.value, isSure: fact.confidence === 'sure' }]],
    ),
  )

const ourMedication: Reader = {
  name: 'Dosewell',
  read(sample) {
    const { reminderTimes, instructions, schedule, asks: _, ...facts } = readMedication(sample.text, today(sample))
    return {
      ...readingsOf(facts),
      reminderTimes: {
        value: reminderTimes.map(({ value }) => value),
        isSure: reminderTimes.every(({ confidence }) => confidence === 'sure'),
      },
      instructions: { value: instructions, isSure: true },
      ...(schedule ? { schedule: { value: schedule.value.kind, isSure: schedule.confidence === 'sure' } } : {}),
    }
  },
}

const ourAppointment: Reader = {
  name: 'Dosewell',
  read: (sample) => readingsOf({ ...readAppointment(sample.text, today(sample)) }),
}

const ourTimes: Reader = {
  name: 'Dosewell',
  read({ text }) {
    const read = parseReminderTimes(text)
    return read.ok ? { times: { value: read.times, isSure: true } } : { refused: { value: read.entry, isSure: true } }
  },
}

const small = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

/** Ignores case in names; when several values are listed any is right, except for times, which belong together. */
const oneOf: Judge = (field, expected, value) => {
  if (field === 'reminderTimes') return JSON.stringify(value) === JSON.stringify(expected)
  const choices = Array.isArray(expected) ? expected : [expected]
  return choices.some((choice) => small(choice) === small(value))
}

/** What the specification decides must be exact, everything else in three of four cases (QUALITY). */
function dictationTargets(scores: readonly Score[]): SectionReport['targets'] {
  const own = scores.filter(({ reader }) => reader === scores[0]?.reader)
  const spec = own.filter(({ corpus }) => corpus.endsWith('spec'))
  const natural = own.filter(({ corpus }) => !corpus.endsWith('spec'))
  return [
    { words: 'exact 100 % where the specification decides', met: spec.every(({ exact, n }) => exact === n) },
    { words: 'exact ≥ 75 % of natural sentences', met: natural.every(({ exact, n }) => exact >= 0.75 * n) },
    wrongTarget(scores),
  ]
}

function dictation(name: string, file: string, readers: readonly Reader[]): Section {
  return {
    name,
    measure() {
      const scores = scoreAll([...sharedCorpora(file), ...ownCorpora(file)], readers, oneOf)
      return { name, scores, targets: dictationTargets(scores), notes: [] }
    },
  }
}

export const medications = dictation('medications', 'dictation-medication.jsonl', [ourMedication, plainMedication])
export const appointments = dictation('appointments', 'dictation-appointment.jsonl', [ourAppointment, plainAppointment])

/** What is typed into the field of reminder times (specification, section 5). */
export const reminderTimes: Section = {
  name: 'reminder times',
  measure() {
    const scores = scoreAll(ownCorpora('reminder-times.jsonl'), [ourTimes])
    const met = scores.every(({ exact, n }) => exact === n)
    return { name: 'reminder times', scores, targets: [{ words: 'exact 100 %', met }], notes: [] }
  },
}
