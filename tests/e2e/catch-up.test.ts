import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { planDay, plannedTime } from './support/day.ts'
import { enableNotifications } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import { ledgerBegan, liveInThePast, sleep } from './support/sleep.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** Creates a user whose device's clock is that many minutes behind. */
async function sleeper(minutes: number): Promise<User> {
  const user = await screens.user()
  await liveInThePast(user, minutes)
  await user.signUp()
  await user.workerReady()
  await ledgerBegan(user)
  return user
}

describe('doses that nothing announced', () => {
  it('R6.2 are listed at the next launch and settled one by one, at the time they were planned for', async () => {
    const ann = await sleeper(45)
    await enableNotifications(ann)
    await planDay(ann, [
      { name: 'Metformin', minutes: [-40], dosage: '500 mg' },
      { name: 'Ramipril', minutes: [-35] },
    ])
    await ann.page.getByText('Ramipril').first().waitFor()
    await sleep(ann, 43)
    await ann.page.reload()

    const two = ann.dialog('2 doses are not logged yet')
    await two.getByText('No reminder could reach you here in time.').waitFor()
    await two.getByText(`${await plannedTime(ann, 'Metformin')}. 500 mg`).waitFor()
    await two.getByRole('radio', { name: 'At their times' }).check()
    await two.getByRole('button', { name: 'Taken: Metformin' }).click()
    await ann.toast('Metformin taken as planned').getByRole('button', { name: 'Undo' }).waitFor()
    const one = ann.dialog('One dose is not logged yet')
    await one.getByRole('button', { name: 'Skipped', exact: true }).click()
    await one.waitFor({ state: 'detached' })
    await ann.saved()
    const events = await ann.dosesOnServer()
    expect(events.map(({ kind, snapshot }) => `${kind} ${snapshot.name}`)).toEqual([
      'taken Metformin',
      'skipped Ramipril',
    ])
    const [taken] = events
    const late = Date.parse(taken?.loggedAt ?? '') - Date.parse(taken?.at ?? '')
    expect([late > 37 * MINUTE, late < HOUR]).toEqual([true, true])
  })
})
