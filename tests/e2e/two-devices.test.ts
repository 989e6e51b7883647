import { describe, expect, it } from 'vitest'
import { planDay } from './support/day.ts'
import { newAddress } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const taken = (user: User, name: string) => user.page.getByRole('button', { name: `Taken: ${name}` })

/** Opens the same account on two devices, both on the home screen. */
async function twoDevices(): Promise<[User, User]> {
  const email = newAddress('two.devices')
  const a = await screens.user()
  await a.signUp(email)
  const b = await screens.user()
  await b.signIn(email)
  return [a, b]
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

describe('two devices of one person', () => {
  it('a change on one is on the screen of the other without a reload', async () => {
    const [phone, tablet] = await twoDevices()
    const names = Array.from({ length: 10 }, (_, index) => `Tablet ${String.fromCharCode(65 + index)}`)
    await planDay(
      phone,
      names.map((name, index) => ({ name, minutes: [-15 - 3 * index] })),
    )
    const waits: number[] = []
    for (const name of names) {
      await taken(tablet, name).waitFor()
      await taken(phone, name).click()
      const pressed = performance.now()
      await taken(tablet, name).waitFor({ state: 'hidden', timeout: 5000 })
      waits.push(performance.now() - pressed)
    }
    console.info(`two devices: median ${Math.round(median(waits))} ms of ${waits.map(Math.round).join(', ')} ms`)
    expect(await phone.dosesOnServer()).toHaveLength(10)
  })
})
