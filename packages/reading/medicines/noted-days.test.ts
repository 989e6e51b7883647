import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readMedication } from './medications.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate
const read = (text: string) => readMedication(text, TODAY)

describe('days of the week as they are noted down', () => {
  test.each([
    ['methotrexate 15 mg ev Thu', [4], 'sure'],
    ['methotrexate 15 mg ev. Tue', [2], 'sure'],
    ['risedronate 35 mg Wed AM', [3], 'guess'],
    ['risedronate 35 mg Tuesday mornings', [2], 'sure'],
    ['methotrexate 10 mg on a Friday', [5], 'sure'],
    ['alendronate 70 mg wkly on a Thu', [4], 'sure'],
  ])('%s: %j, %s', (text, days, confidence) => {
    expect(read(text).schedule).toMatchObject({ value: { kind: 'weekdays', days }, confidence })
  })

  test.each(['aspirin 300 mg Monday morning', 'aspirin 300 mg on Thursday', 'start aspirin 300 mg Sat am'])(
    '%s: may be one day',
    (text) => {
      expect(read(text).schedule?.value.kind).not.toBe('weekdays')
    },
  )
})

describe('from when to when', () => {
  test.each([
    ['doxycycline 100 mg once a day, first tablet was yesterday', '2026-11-19', null],
    ['enoxaparin 40 mg daily for 5 days, first jab was on Tuesday', '2026-11-17', '2026-11-21'],
    ['dalteparin daily for 7 days after the operation, first one was yesterday', '2026-11-19', '2026-11-25'],
    ['atenolol 50 mg twice a day from Tuesday', '2026-11-24', null],
    ['methotrexate 10 mg once a week from Sunday', '2026-11-22', null],
    ['metronidazole 2 g one dose today only', '2026-11-20', '2026-11-20'],
    ['praziquantel 600 mg just for today', '2026-11-20', '2026-11-20'],
    ['warfarin 3 mg from tomorrow, not today only', '2026-11-21', null],
    ['ramipril 5 mg daily, just today my doctor raised it', '2026-11-20', null],
  ])('%s: %s to %s', (text, startDate, endDate) => {
    const said = read(text)
    expect([said.startDate?.value ?? null, said.endDate?.value ?? null]).toEqual([startDate, endDate])
  })
})

test.each([
  ['flucloxacillin 125 mg per 5 ml, give Tom 5 ml four times a day', '4 times'],
  ['amoxicillin suspension, give baby Rose 3 ml every 8 hours', 'every 8 hours'],
])('who gets it is no second medicine: %s', (text, frequency) => {
  expect(read(text).frequency?.value).toBe(frequency)
})

test('who gets it is not the name: give Tom 5 ml of brofenil twice a day', () => {
  expect(read('give Tom 5 ml of brofenil twice a day').name?.value).toBe('brofenil')
})
