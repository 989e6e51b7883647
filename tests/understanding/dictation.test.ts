import { readFileSync } from 'node:fs'
import { readAppointment } from '@dosewell/reading/appointment'
import { readMedication } from '@dosewell/reading/medication'
import type { Read } from '@dosewell/reading/read'
import { describe, expect, test } from 'vitest'
import type { LocalDate } from '#domain/lib/local-time.ts'

/** Sentences with the correct reading: a list means that any of its values is right, null that there is none. */
interface Sentence {
  id: string
  text: string
  now: string
  expected: Record<string, unknown>
}

const sentences = (name: string): Sentence[] =>
  readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sentence)

const today = ({ now }: Sentence) => now.slice(0, 10) as LocalDate
const valueIn = (read: unknown): unknown => (read === null ? null : (read as Read<unknown>).value)

/** Returns the sentence's values where the reading agrees with them, else what was read; names ignoring case. */
function agreeing(expected: Record<string, unknown>, read: (field: string) => unknown): Record<string, unknown> {
  const entries = Object.entries(expected).map(([field, right]) => {
    const value = read(field)
    const small = typeof value === 'string' ? value.toLowerCase() : value
    const choices = Array.isArray(right) && field !== 'reminderTimes' ? right : [right]
    const same = choices.find((choice) => (typeof choice === 'string' ? choice.toLowerCase() : choice) === small)
    return [field, same === undefined ? value : right]
  })
  return Object.fromEntries(entries)
}

describe('medicines as people dictate them', () => {
  test.each(sentences('dictation-medication').map((sentence) => [sentence.text, sentence] as const))(
    '%s',
    (_, sentence) => {
      const read = readMedication(sentence.text, today(sentence))
      const got = agreeing(sentence.expected, (field) => {
        if (field === 'reminderTimes') return read.reminderTimes.map(({ value }) => value)
        if (field === 'isOngoing') return read.isOngoing !== null
        if (field === 'schedule') return read.schedule?.value.kind ?? null
        return valueIn(read[field as 'name'])
      })
      expect(got).toEqual(sentence.expected)
    },
  )
})

describe('appointments as people dictate them', () => {
  test.each(sentences('dictation-appointment').map((sentence) => [sentence.text, sentence] as const))(
    '%s',
    (_, sentence) => {
      const read = readAppointment(sentence.text, today(sentence))
      expect(agreeing(sentence.expected, (field) => valueIn(read[field as 'doctorName']))).toEqual(sentence.expected)
    },
  )
})
