import { expect, test } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { MedicationId } from '../lib/ids.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import { sampleId } from '../testing/samples.ts'
import type { Plan } from './plan.ts'
import { sayBack } from './say-back.ts'

/** Friday, 9 in the morning in Melbourne. */
const NOW = Date.parse('2026-11-19T22:00:00Z')
const ZONE = 'Australia/Melbourne'
const METFORMIN = { name: 'Metformin', dosage: '500 mg', frequency: 'twice' }
const plan: Plan = {
  schedule: { kind: 'daily' },
  reminderTimes: ['08:00', '20:00'] as LocalTime[],
  startDate: null,
  endDate: null,
}

test.each<[string, Plan | null, string]>([
  [
    'the doses that are left today',
    plan,
    'Metformin, 500 mg, twice, at 8:00 AM and 8:00 PM, ongoing; the next dose is today at 8:00 PM.',
  ],
  [
    'a first day tomorrow and a last one',
    { ...plan, startDate: '2026-11-21' as LocalDate, endDate: '2026-11-30' as LocalDate },
    'Metformin, 500 mg, twice, at 8:00 AM and 8:00 PM, from Nov 21, 2026, until Nov 30, 2026; the next doses are tomorrow at 8:00 AM and 8:00 PM.',
  ],
  [
    'chosen days',
    { ...plan, schedule: { kind: 'weekdays', days: [3] } },
    'Metformin, 500 mg, twice, on Wednesday, at 8:00 AM and 8:00 PM, ongoing; the next doses are on Wednesday, Nov 25 at 8:00 AM and 8:00 PM.',
  ],
  [
    'days that the frequency does not name, and no times',
    { ...plan, schedule: { kind: 'weekdays', days: [1, 4] }, reminderTimes: [] },
    'Metformin, 500 mg, twice, on Monday and Thursday, ongoing; without times yet.',
  ],
  [
    'every so many days',
    { ...plan, schedule: { kind: 'interval', everyDays: 14, anchorDate: '2026-11-27' as LocalDate } },
    'Metformin, 500 mg, twice, every 14 days, at 8:00 AM and 8:00 PM, ongoing; the next doses are on Friday, Nov 27 at 8:00 AM and 8:00 PM.',
  ],
  [
    'how much it is',
    { ...plan, amounts: { unit: 'tablet', each: '1.5' as Amount } },
    'Metformin, 500 mg, twice, 1½ tablets, at 8:00 AM and 8:00 PM, ongoing; the next dose is today at 8:00 PM.',
  ],
  ['no times', { ...plan, reminderTimes: [] }, 'Metformin, 500 mg, twice, ongoing; without times yet.'],
  [
    'only when needed',
    { ...plan, schedule: { kind: 'as-needed' }, reminderTimes: [] },
    'Metformin, 500 mg, twice, ongoing; only when needed, so without reminders.',
  ],
  [
    'an end that has passed',
    { ...plan, endDate: '2026-11-01' as LocalDate },
    'Metformin, 500 mg, twice, at 8:00 AM and 8:00 PM, until Nov 1, 2026; no doses, because the end date has passed.',
  ],
  ['days that are not complete', null, 'Metformin, 500 mg, twice; without its days yet.'],
])('read back: %s', (_, said, sentence) => {
  expect(sayBack(METFORMIN, said, NOW, ZONE)).toBe(sentence)
})

const FOLLOWED = sampleId<MedicationId>(2)

test('read back: what was not said is left out, but that the name is missing is said', () => {
  expect(sayBack({ name: ' ', dosage: '', frequency: '' }, null, NOW, ZONE)).toBe(
    'A medicine without a name yet; without its days yet.',
  )
})

test('read back: every day is said where the frequency says nothing', () => {
  expect(sayBack({ ...METFORMIN, frequency: '' }, { ...plan, reminderTimes: [] }, NOW, ZONE)).toBe(
    'Metformin, 500 mg, every day, ongoing; without times yet.',
  )
})

test('read back: a taper ends with its last step', () => {
  const step = (each: string) => ({
    days: 5,
    schedule: { kind: 'daily' as const },
    reminderTimes: plan.reminderTimes,
    amounts: { unit: 'mg', each: each as Amount },
  })
  const taper: Plan = {
    ...plan,
    schedule: { kind: 'phases', steps: [step('10'), step('5')] },
    reminderTimes: [],
    startDate: '2026-11-20' as LocalDate,
    endDate: null,
  }
  expect(sayBack({ ...METFORMIN, dosage: '', frequency: '' }, taper, NOW, ZONE)).toContain(
    'from Nov 20, 2026, until Nov 29, 2026; the next dose is today',
  )
})

test('read back: after which medicine, and that each dose waits for one of it', () => {
  const follows: Plan = {
    ...plan,
    schedule: { kind: 'after-dose', medicationId: FOLLOWED, minutes: 30 },
    reminderTimes: [],
  }
  expect(sayBack({ ...METFORMIN, frequency: '' }, follows, NOW, ZONE, [{ id: FOLLOWED, name: 'Omeprazole' }])).toBe(
    'Metformin, 500 mg, 30 minutes after Omeprazole, ongoing; each dose comes that long after one of the other is logged.',
  )
})

test('read back: an amount that the dosage contradicts is said', () => {
  const syrup = { ...plan, amounts: { unit: 'mL', each: '5' as Amount } }
  expect(sayBack({ ...METFORMIN, dosage: '15 mL' }, syrup, NOW, ZONE)).toContain('Metformin, 15 mL, twice, 5 mL, at')
})

test('read back: what the label limits, and an amount and "as needed" once', () => {
  const paracetamol = { name: 'Paracetamol', dosage: '500 mg, 2 tablets', frequency: 'as needed' }
  const limits = { minHours: 4, maxIn24h: '8' as Amount }
  const asNeeded: Plan = {
    ...plan,
    schedule: { kind: 'as-needed' },
    reminderTimes: [],
    amounts: { unit: 'tablet', each: '2' as Amount },
  }
  expect(sayBack({ ...paracetamol, limits }, asNeeded, NOW, ZONE)).toBe(
    'Paracetamol, 500 mg, 2 tablets, ongoing, at least 4 hours apart, at most 8 tablets in 24 hours; only when needed, so without reminders.',
  )
})
