import fc from 'fast-check'
import { expect, it } from 'vitest'
import { callOf } from '#domain/commands/call.ts'
import type { Command } from '#domain/commands/command.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import { amountSchema } from '#domain/lib/amount-schema.ts'
import { addMedicationBody } from '#domain/protocol/medications.ts'
import { day, METFORMIN, sampleId } from '#domain/testing/samples.ts'
import { EMPTY_VALUES, type MedicationValues } from './form-values.ts'
import { leftOf } from './left-values.ts'
import { readValues } from './read-values.ts'

const TODAY = { today: day('2026-11-20'), kept: null }

const amount = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    '½',
    '0',
    '500000',
    '10000000',
    '10000001',
    '9999999 1/2',
    '99999999 1/2',
    '1/1000',
    '5/2000',
    '1/999999999',
  ),
  fc.string({ maxLength: 4 }),
)
const text = fc.oneof(
  fc.constantFrom('', 'tablet', 'x'.repeat(30), 'x'.repeat(31), '\u0000', '\ud800', '😀'.repeat(16)),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const everyHour = Array.from({ length: 24 }, (_, hour) => `${hour}:00`).join()
const times = fc.constantFrom('', '8:00', '8:00, 20:00', '8 o’clock', everyHour, `${everyHour}, 8:30`)
const number = fc.constantFrom('', '0', '1', '2', '72', '73', '365', '366', '3650', '3651', '1441', '8,5', '8.25', 'x')
const moment = fc.constantFrom('', '2026-11-20T08:00', '0206-11-20T08:00', '2300-01-01T08:00', '2026-11-20T24:00')
const date = fc.constantFrom('', '2026-11-20', '2026-11-25', '0206-01-01', '2199-12-31', '2200-01-01', '2026-02-30')
const clock = fc.constantFrom('', '08:00', '20:00', '24:00')
const step = fc.record({
  days: number,
  each: amount,
  unit: text,
  reminderTimes: times,
  kept: fc.constant(null),
})

/** A form that can be saved, of any kind. */
const good: fc.Arbitrary<MedicationValues> = fc
  .constantFrom('daily', 'weekdays', 'interval', 'cycle', 'monthly', 'hours', 'after-taken', 'after-dose', 'phases')
  .map((kind) => ({
    ...EMPTY_VALUES,
    kind: kind as MedicationValues['kind'],
    name: 'Nystatin',
    reminderTimes: '8:00',
    isOngoing: true,
    firstDose: '2026-11-20T08:00',
    days: [1],
    daysOfMonth: [1],
    followed: METFORMIN,
    startDate: '2026-11-20',
    steps: [{ days: '', each: '1', unit: 'tablet', reminderTimes: '8:00', kept: null }],
  }))

/** What else may stand in some of its fields, a group at a time. */
const changes: fc.Arbitrary<Partial<MedicationValues>> = fc.oneof(
  fc.record({ name: text, dosage: text, frequency: text, instructions: text }),
  fc.record({ reminderTimes: times, daysOn: number, daysOff: number }),
  fc.record({ everyHours: number, firstDose: moment, hasWindow: fc.boolean(), windowFrom: clock, windowTo: clock }),
  fc.record({
    afterLast: number,
    afterUnit: fc.constantFrom('hours', 'days'),
    firstDose: moment,
    minutesAfter: number,
  }),
  fc.record({ steps: fc.array(step, { maxLength: 3 }) }),
  fc.record({ unit: text, each: amount, left: amount }),
  fc.record({
    unit: fc.constant('tablet'),
    each: amount,
    amountsBy: fc.constantFrom('time', 'day'),
    amountAt: fc.dictionary(fc.constantFrom('08:00', '20:00'), amount),
    amountsInTurn: fc.array(amount, { maxLength: 4 }).map((all) => all.join(', ')),
  }),
  fc.record({ startDate: date, endDate: date, isOngoing: fc.boolean() }),
  fc.record({ minHours: fc.constantFrom('', '4', '0.25', '0.2', '168', '169'), maxIn24h: amount }),
  fc.record({ strengthAmount: amount, strengthUnit: text, strengthPer: text }),
)

it('what the form takes can be stored, and the server takes it', () => {
  let taken = 0
  fc.assert(
    fc.property(good, changes, changes, (values, some, more) => {
      const typed = { ...values, ...some, ...more }
      const read = readValues(typed, TODAY)
      if (!read.ok) return
      taken += 1
      const args = { id: sampleId(5), ...read.value, createdAt: '2026-11-20T00:00:00.000Z', allowDuplicate: false }
      const command = { name: 'medication.add', args } as Command
      expect(readCommand(command)).not.toBeNull()
      const body: unknown = JSON.parse(JSON.stringify(callOf(command).body))
      expect(addMedicationBody.safeParse(body).error?.issues).toBeUndefined()
      expect(amountSchema.safeParse(leftOf(typed, TODAY) ?? '1').success).toBe(true)
      // Nothing that was typed is lost without a word.
      expect(read.value.strength !== null).toBe(typed.strengthAmount.trim() !== '')
      expect(read.value.limits?.maxIn24h != null).toBe(typed.maxIn24h.trim() !== '')
    }),
    { numRuns: 3000 },
  )
  expect(taken).toBeGreaterThan(500)
})
