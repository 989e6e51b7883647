import '#tests/sync/no-real-time-limits.ts'
import { expect, it } from 'vitest'
import { twoDevices } from './two-devices.ts'

it('R5.14 what is dismissed or snoozed on a device sounds there no more, until another device has put it off', async () => {
  const { phone, laptop, dose, moveTo, pushesAt, end } = await twoDevices()
  /** Returns for each push whether something was shown, and whether the dose sounded. */
  const at = async (minutes: number, network?: 'offline') =>
    (await pushesAt(minutes, network)).map(({ notices, loud }) => [notices > 0, loud.includes(dose.id)])
  expect(await at(0)).toEqual([[true, true]])
  moveTo(1)
  await phone.dismiss(dose)
  expect(await at(5)).toEqual([[true, false]])
  moveTo(7)
  await laptop.log(dose, 'snoozed', 5)
  await laptop.sync()
  expect(await at(12)).toEqual([[true, true]])
  moveTo(13)
  await phone.log(dose, 'snoozed', 30)
  expect(await at(17, 'offline')).toEqual([[true, false]])
  await phone.sync()
  expect(await at(22)).toEqual([])
  expect(await at(43)).toEqual([[true, true]])
  await end()
})
