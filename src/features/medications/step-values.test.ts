import { expect, test } from 'vitest'
import { nextStep, withStep } from './step-values.ts'

const step = (reminderTimes: string) => ({ ...nextStep(undefined), days: '5', each: '1', reminderTimes })

test('the times of a step are those of the later steps too, as long as they had the same', () => {
  const steps = [step('8:00'), step(''), step(''), step('9:00')]
  const changed = withStep(steps, 1, step('7:00'))
  expect(changed.map(({ reminderTimes }) => reminderTimes)).toEqual(['8:00', '7:00', '7:00', '9:00'])
})
