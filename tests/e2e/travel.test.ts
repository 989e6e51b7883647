import { describe, expect, it } from 'vitest'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const ELSEWHERE = 'Asia/Kathmandu'

/** Creates a user whose plan follows a zone that their device is not in. */
async function traveller(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await user.workerReady()
  await planDay(user, [{ name: 'Metformin', minutes: [-60] }])
  const { status } = await user.call('PATCH', '/api/user/profile', { timeZone: ELSEWHERE })
  expect(status).toBe(200)
  await user.page.reload()
  return user
}

/** Reloads the page and waits until the question would have appeared. */
async function reloadAndRest(user: User): Promise<void> {
  await user.page.reload()
  // The question comes with this file, and would appear with the next frames.
  await user.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/Offers-')),
  )
  await user.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
}

const zoneOnServer = async (user: User) =>
  ((await user.call('GET', '/api/auth/user')).body as { timeZone: string }).timeZone

describe('a device in another zone', () => {
  it('R1.6 asks, shows the next doses both ways, and follows at once: offline, after a reload, and on the server later', async () => {
    const ada = await traveller()
    const question = ada.dialog(/^You seem to be in/)
    await question.getByText('On Kathmandu time', { exact: true }).waitFor()
    const times = await question.locator('dd').allInnerTexts()
    expect(times.map((line) => line.split(';').length)).toEqual([3, 3])
    expect(times[0]).not.toBe(times[1])

    await ada.offline()
    await question.getByRole('button', { name: /^Follow/ }).click()
    await question.waitFor({ state: 'detached' })
    expect(await ada.outbox()).toEqual({ waiting: 1, attention: 0 })
    await reloadAndRest(ada)
    expect(await question.count()).toBe(0)
    expect(await zoneOnServer(ada)).toBe(ELSEWHERE)

    await ada.online()
    await ada.saved()
    expect(await zoneOnServer(ada)).toBe(ada.timeZone)
    await reloadAndRest(ada)
    expect(await question.count()).toBe(0)
  })
})
