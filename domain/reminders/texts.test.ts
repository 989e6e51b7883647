import { describe, expect, it } from 'vitest'
import type { LocalTime } from '../lib/local-time.ts'
import type { Stage } from './alerts.ts'
import { reminderBody, reminderTitle, spokenReminder } from './texts.ts'

const subject = { name: 'Metformin XR', dosage: '1000 mg', time: '18:00' as LocalTime }

describe('the words of a reminder (specification, section 9)', () => {
  it.each<[Stage, string]>([
    [0, 'Medication Reminder'],
    [5, 'Medication Reminder (5 min reminder)'],
    [10, 'Medication Reminder (10 min reminder)'],
  ])('the title at %i minutes', (stage, title) => {
    expect(reminderTitle(stage)).toBe(title)
  })

  it('the body names medicine, dosage in parentheses and 12-hour time', () => {
    expect(reminderBody(subject)).toBe('Time to take Metformin XR (1000 mg) at 6:00 PM')
  })

  it('the body has no parentheses without a dosage', () => {
    expect(reminderBody({ ...subject, dosage: '' })).toBe('Time to take Metformin XR at 6:00 PM')
  })

  it.each<[Stage, string]>([
    [0, "Medication reminder. It's time to take Metformin XR at 6:00 PM"],
    [5, "5 min reminder. It's time to take Metformin XR at 6:00 PM"],
    [10, "10 min reminder. It's time to take Metformin XR at 6:00 PM"],
  ])('the spoken sentence at %i minutes', (stage, sentence) => {
    expect(spokenReminder(subject, stage)).toBe(sentence)
  })

  it.each([
    ['00:00', '12:00 AM'],
    ['12:00', '12:00 PM'],
  ])('%s is said as %s', (time, said) => {
    expect(reminderBody({ ...subject, time: time as LocalTime })).toBe(`Time to take Metformin XR (1000 mg) at ${said}`)
  })
})
