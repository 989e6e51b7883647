import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const ELSEWHERE = 'Asia/Kathmandu'

/** Creates a user whose plan follows a zone that their device is not in. */
async function traveller(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await planDay(user, [{ name: 'Metformin', minutes: [-60] }])
  const { status } = await user.call('PATCH', '/api/user/profile', { timeZone: ELSEWHERE })
  expect(status).toBe(200)
  await user.page.reload()
  return user
}

/** Reloads the page and waits until the question would have appeared. */
async function reloadAndRest(user: User): Promise<void> {
  const badges: number[] = []
  user.device.navigator.setAppBadge = async (count: number) => void badges.push(count)
  await user.page.reload()
  // What counts the doses comes with the question, and reads more before it says something.
  await until(() => badges.length > 0, { timeout: 30_000, what: 'a number on the icon' })
  await user.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

const zoneOnServer = async (user: User) =>
  ((await user.call('GET', '/api/auth/user')).body as { timeZone: string }).timeZone

describe('a device in another zone', () => {
  it('R1.6 asks, shows the next doses both ways, and follows at once: offline, after a reload, and on the server later', async () => {
    const ada = await traveller()
    const question = ada.dialog(/^You seem to be in UTC/)
    await question.getByText('On Kathmandu time', { exact: true }).waitFor()
    const times = await question.locator('dd').allTextContents()
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

  it('R1.6 what the server does not take is undone, said and kept, and asked about again', async () => {
    const eve = await traveller()
    const question = eve.dialog(/^You seem to be in/)
    await eve.context.route('**/api/user/profile', async (route) => {
      const answer = await route.fetch({ postData: JSON.stringify({ timeZone: 'Nowhere' }) })
      await route.fulfill({ response: answer })
    })
    await question.getByRole('button', { name: /^Follow/ }).click()
    await eve.toast('Your time zone was not changed').waitFor()
    await question.waitFor()
    expect(await eve.outbox()).toEqual({ waiting: 0, attention: 1 })
    expect(await zoneOnServer(eve)).toBe(ELSEWHERE)
  })

  it('R1.6 asks once: what was kept is not asked about again', async () => {
    const bob = await traveller()
    const question = bob.dialog(/^You seem to be in/)
    await question.getByRole('button', { name: 'Keep Kathmandu time' }).click()
    await question.waitFor({ state: 'detached' })
    await reloadAndRest(bob)
    expect(await question.count()).toBe(0)
    expect(await zoneOnServer(bob)).toBe(ELSEWHERE)
  })
})
