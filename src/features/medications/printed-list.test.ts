import { describe, expect, it } from 'vitest'
import type { ListedMedication } from '#domain/records/medication.ts'
import { sampleMedication, times } from '#domain/testing/samples.ts'
import { printedList, whenWords } from './printed-list.ts'

const listed = (name: string, fields: Partial<ListedMedication> = {}): ListedMedication => ({
  ...sampleMedication({ name }),
  isActive: true,
  ...fields,
})
const asNeeded = { schedule: { kind: 'as-needed' }, reminderTimes: [] } as const

describe('the printed list', () => {
  it('has the important ones first, then the others by name, and those only when needed apart', () => {
    const { planned, asNeeded: rest } = printedList([
      listed('Zinc'),
      listed('Paracetamol', { ...asNeeded, reminderTimes: [] }),
      listed('Amlodipine'),
      listed('Warfarin', { important: true }),
    ])
    expect(planned.map(({ name }) => name)).toEqual(['Warfarin', 'Amlodipine', 'Zinc'])
    expect(rest.map(({ name }) => name)).toEqual(['Paracetamol'])
  })

  it('leaves out what is no longer taken', () => {
    const { planned } = printedList([listed('Old', { isActive: false }), listed('New')])
    expect(planned.map(({ name }) => name)).toEqual(['New'])
  })

  it('says times with the days, and the label’s words where there are no times', () => {
    const medication = listed('Methotrexate', {
      reminderTimes: times('08:00', '20:00'),
      schedule: { kind: 'weekdays', days: [1, 3] },
    })
    expect(whenWords(medication)).toBe('8:00 AM, 8:00 PM; Mon, Wed')
    expect(whenWords({ ...medication, reminderTimes: [], frequency: 'at bedtime' })).toBe('at bedtime')
    expect(whenWords(listed('Ibuprofen', { ...asNeeded, reminderTimes: [], frequency: '' }))).toBe(
      'When needed',
    )
  })
})
