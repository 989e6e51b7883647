import { describe, expect, test } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import type { LocalDateTime, LocalTime } from '#domain/lib/local-time.ts'
import { day, instant, METFORMIN, SYDNEY, sampleEvent, samplePlan, times } from '#domain/testing/samples.ts'
import { commandText, doseText, inOneLine, momentText } from './command-text.ts'

const context = { zone: SYDNEY, today: day('2026-11-20'), nameOf: () => 'Metformin XR' }
const edited = (changes: Extract<Command, { name: 'medication.edit' }>['args']['changes']): Command => ({
  name: 'medication.edit',
  args: { id: METFORMIN, changes, editedAt: instant('2026-11-20 17:48') },
})

const MOVED = sampleEvent(1, {
  kind: 'snoozed',
  movedTo: '11:00' as LocalTime,
  until: instant('2026-11-20 11:00'),
})

describe('what waits, in words', () => {
  test.each<[Command, string]>([
    [{ name: 'dose.record', args: sampleEvent(1) }, 'Metformin XR taken'],
    [{ name: 'dose.record', args: MOVED }, 'Metformin XR moved to 11:00 AM'],
    [edited({ plan: samplePlan() }), 'Metformin XR, new times'],
    [edited({ dosage: '500 mg', name: 'Metformin' }), 'Metformin XR, new name, new dosage'],
    [edited({ important: true, dosage: '500 mg' }), 'Metformin XR, new dosage, important'],
    [edited({ important: false }), 'Metformin XR, not important any more'],
    [edited({ barcodes: [] }), 'Metformin XR, other barcodes'],
    [edited({ limits: null }), 'Metformin XR, other limits'],
    [edited({ notices: null }), 'Metformin XR, other extra notices'],
    [edited({ strength: null, look: null }), 'Metformin XR, another strength, another picture'],
    [edited({ photo: '/9j/' }), 'Metformin XR, photo changed'],
    [edited({ photo: null, supply: null }), 'Metformin XR, new supply details, photo removed'],
    [
      { name: 'medication.stop', args: { id: METFORMIN, stoppedAt: instant('2026-11-20 08:00') } },
      'Metformin XR stopped',
    ],
    [{ name: 'medication.stop', args: { id: METFORMIN, stoppedAt: null } }, 'Metformin XR goes on'],
    [{ name: 'medication.delete', args: { id: METFORMIN } }, 'Metformin XR deleted'],
  ])('%o', (command, words) => {
    expect(commandText(command, context)).toBe(words)
  })

  test('a medication that is gone has no name of its own any more', () => {
    expect(commandText({ name: 'medication.delete', args: { id: METFORMIN } }, { nameOf: () => null })).toBe(
      'A medication deleted',
    )
  })
})

test('a moment of today is a time, any other has its date', () => {
  expect(momentText(instant('2026-11-20 18:05'), context)).toBe('6:05 PM')
  expect(momentText(instant('2026-11-19 18:05'), context)).toBe('Nov 19, 6:05 PM')
})

test('a dose says when it was and for when it was planned', () => {
  expect(doseText(sampleEvent(1), context)).toBe('Taken 8:02 AM, planned for 8:00 AM')
  expect(doseText(sampleEvent(1, { slot: null }), context)).toBe('Taken 8:02 AM')
  expect(doseText(MOVED, context)).toBe('Moved to 11:00 AM, planned for 8:00 AM')
})

test.each([
  ['5 mg', times('08:00', '18:00'), '5 mg, 8:00 AM and 6:00 PM'],
  ['5 mg', times('08:00', '13:00', '18:00'), '5 mg, 8:00 AM, 1:00 PM and 6:00 PM'],
  ['', times('08:00'), '8:00 AM'],
  ['', [], 'No dosage'],
])('%s at %j in one line', (dosage, reminderTimes, words) => {
  expect(inOneLine({ dosage, ...samplePlan({ reminderTimes }) })).toBe(words)
})

test('"only when needed" stands in the place of the times', () => {
  const plan = samplePlan({ schedule: { kind: 'as-needed' }, reminderTimes: [] })
  expect(inOneLine({ dosage: '2 puffs', ...plan })).toBe('2 puffs, only when needed')
})

test('hours stand in the place of the times, with their halves of the day', () => {
  const window = { from: '08:00' as LocalTime, to: '20:00' as LocalTime }
  const schedule = { kind: 'hours' as const, everyHours: 4, anchor: '2026-11-20T08:00' as LocalDateTime, window }
  const plan = samplePlan({ schedule, reminderTimes: [] })
  expect(inOneLine({ dosage: '', ...plan })).toBe('every 4 hours from 8:00 AM to 8:00 PM')
})
