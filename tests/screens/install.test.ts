import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

describe('the app', () => {
  it('is offered for the home screen after the first logged dose, and not again once declined', async () => {
    const dan = await screens.user()
    await dan.signUp()
    await planDay(dan, [{ name: 'Metformin', minutes: [-2] }])
    const ask = () =>
      dan.page.evaluate(() => {
        const event = new Event('beforeinstallprompt', { cancelable: true })
        dispatchEvent(Object.assign(event, { prompt: async () => ({ outcome: 'dismissed' }) }))
        return event.defaultPrevented
      })
    expect(await ask()).toBe(true)
    const offer = dan.page.getByRole('region', { name: 'Install Dosewell' })
    await dan.page.getByRole('button', { name: 'Taken: Metformin' }).waitFor()
    expect(await offer.count()).toBe(0)
    await dan.page.getByRole('button', { name: 'Taken: Metformin' }).click()
    // The toast with its Undo covers the place of the offer.
    await dan
      .toast(/^Metformin taken/)
      .getByRole('button', { name: 'Close' })
      .click()
    await offer.getByRole('button', { name: 'Not now' }).click()
    await offer.waitFor({ state: 'detached' })
    await dan.page.reload()
    await dan.page.getByText(/^Taken \d+:\d\d [AP]M$/).waitFor()
    await ask()
    await until(() => dan.page.evaluate(readDeclined), { what: 'the mark of the declined offer' })
    expect(await offer.count()).toBe(0)
  })
})

/** Runs in the page: whether this device remembers that the offer was declined. */
async function readDeclined(): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(indexedDB.open('dosewell-device'))
  const mark = await done(db.transaction('values').objectStore('values').get('mark:install-declined'))
  db.close()
  return typeof mark === 'string'
}
