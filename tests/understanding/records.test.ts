import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readLabel } from '@dosewell/reading/label'
import { readMedication } from '@dosewell/reading/medication'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { extractedMedicationSchema } from '#domain/records/prescription.ts'
import { scheduleSchema } from '#domain/schedule/schedule-schema.ts'
import { mangled, seeded } from './mangle.ts'

const TODAY = '2026-11-20' as LocalDate
const TEXTS = 2000

const sentencesOf = (file: string): string[] =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).text)

/** Returns the sentences as they are, and as many corrupted ones. */
function textsOf(file: string): string[] {
  const sentences = sentencesOf(file)
  const random = seeded(7)
  return [...sentences, ...Array.from({ length: TEXTS }, () => mangled(sentences, random))]
}

describe('what is read can be saved as a record', () => {
  it('the schedule of a medicine that was said', () => {
    for (const text of textsOf('dictation-medication.jsonl')) {
      const schedule = readMedication(text, TODAY).schedule?.value
      if (schedule) expect(scheduleSchema.parse(schedule), text).toEqual(schedule)
    }
  })

  it('the medicines of a label, and their schedules as a form takes them', () => {
    for (const directions of textsOf('directions.jsonl')) {
      const text = `Metformin 500 mg tablets\n${directions}`
      for (const medication of readLabel(text, { today: TODAY }).medications) {
        expect(extractedMedicationSchema.safeParse(medication).success, text).toBe(true)
        if (medication.schedule) expect(scheduleSchema.safeParse(medication.schedule).success, text).toBe(true)
      }
    }
  })
})
