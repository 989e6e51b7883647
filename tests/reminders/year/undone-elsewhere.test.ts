import '#tests/sync/no-real-time-limits.ts'
import { expect, it } from 'vitest'
import { twoDevices } from './two-devices.ts'

/**
 * Found by the simulated year: the device of the undo slept at the next stage, and the other one had the dose as
 * logged.
 */
it('R5.11 a dose that is undone on one device rings on the other, which holds it for taken', async () => {
  const { phone, laptop, dose, moveTo, pushesAt, end } = await twoDevices()
  const remindersAt = async (minutes: number) =>
    (await pushesAt(minutes))
      .flatMap(({ reminders }) => reminders)
      .filter(({ slotId }) => slotId === dose.id)
      .map(({ stage }) => stage)
  expect(await remindersAt(0)).toEqual([0])
  moveTo(2)
  const taken = await laptop.log(dose, 'taken', 0)
  if (!taken) throw new Error('The laptop does not show the dose')
  await laptop.sync()
  await phone.sync()
  expect(await remindersAt(3)).toEqual([])
  expect(await phone.stateOf(dose)).toBe('taken')
  await laptop.undo(taken)
  await laptop.sync()
  expect(await remindersAt(5)).toEqual([5])
  await end()
})
