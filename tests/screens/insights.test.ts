import { describe, expect, it } from 'vitest'
import { readDevice } from '#tests/e2e/support/local-data.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { liveForAYear } from '#tests/e2e/support/year.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { Tab } from './support/tab.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const section = (page: Tab, name: string) => page.getByRole('region', { name, exact: true })

/** Opens /insights for a subscriber (in the trial) whose device holds a year of doses. */
async function withAYear(user: User): Promise<{ doses: number }> {
  await user.signUp()
  const { doses } = await liveForAYear(user)
  await user.open('/insights')
  await until(async () => (await user.page.evaluate(readDevice)).doses.length === doses, {
    timeout: 30_000,
    what: 'a year of doses on the device',
  })
  await user.page.getByRole('heading', { name: 'Patterns' }).waitFor()
  return { doses }
}

describe('insights', () => {
  it('say what a year of doses says, from the device, also without a network', async () => {
    const ann = await screens.user()
    const { page } = ann
    await withAYear(ann)
    await ann.workerReady()
    await ann.offline()
    await ann.open('/insights')
    await page.getByRole('heading', { name: /^(A steady four weeks|Four weeks, mostly as planned)/ }).waitFor()
    expect(await page.getByText(/^You took \d+ of \d+ doses\. Most of the others were at night\.$/).count()).toBe(1)
    const patterns = section(page, 'Patterns')
    await patterns.getByRole('heading', { name: 'Atorvastatin is the one that slips' }).waitFor()
    await patterns
      .getByText(/^2\d of its 5\d doses in the last 8 weeks were not logged; of all others, 0 of 5\d\./)
      .waitFor()
    await patterns.getByRole('heading', { name: 'Mornings are steady' }).waitFor()
    await section(page, 'Your year')
      .getByText(/^On 3\d\d of the 3\d\d days with doses, every dose was taken\./)
      .waitFor()
    expect(await page.locator('.heat i').count()).toBeGreaterThan(52 * 7)
    await section(page, 'Over time')
      .getByRole('img', { name: /^Doses taken by week: \d+% in the newest/ })
      .waitFor()
    await section(page, 'By time of day').getByText('1 medicine, usually at 8:02 AM').waitFor()
    await section(page, 'By medication').getByText('Perindopril').first().waitFor()
  })

  it('on a new device wait for the whole log, as the history does: what has not arrived was not missed', async () => {
    const phone = await screens.user()
    const email = newAddress('finn')
    await phone.signUp(email)
    const { doses } = await liveForAYear(phone)
    const other = await screens.user({ expected: [/status of 500/] })
    const { page } = other
    const log = '**/api/doses?**'
    await other.context.route(log, () => {})
    await other.signIn(email)
    await until(async () => (await page.evaluate(readDevice)).medications.length === 2, {
      what: 'the medications before their log',
    })
    await other.open('/insights')
    await page.getByText('Loading your record').waitFor({ state: 'attached' })
    await other.open('/history')
    await page.getByText('Loading your history').waitFor({ state: 'attached' })
    expect(await page.getByText(/missed/).count()).toBe(0)

    // Of two routes the newer one applies: at no moment may the log arrive.
    await other.context.route(log, (route) => route.fulfill({ status: 500, body: '' }))
    await other.open('/insights')
    await page.getByText('Your record is not on this device yet').waitFor()
    expect(await page.getByRole('button', { name: 'Summary for my doctor' }).count()).toBe(0)
    await other.open('/history')
    await page.getByText('Your history is not on this device yet').waitFor()
    expect(await page.getByText(/missed/).count()).toBe(0)
    expect((await page.evaluate(readDevice)).doses).toHaveLength(0)

    await other.context.unroute(log)
    await other.open('/insights')
    await page.getByText(/^You took \d+ of \d+ doses\./).waitFor()
    expect((await page.evaluate(readDevice)).doses).toHaveLength(doses)
  })

  it('without Premium say what they are and lead to /pricing; the history stays', async () => {
    const dora = await screens.user()
    await dora.signUp()
    const user = await dora.user()
    await dora.context.route('**/api/auth/user', (route) =>
      route.fulfill({ json: { ...user, subscriptionStatus: 'expired', subscriptionPlan: 'free' } }),
    )
    await dora.open('/history')
    await dora.page.getByRole('link', { name: 'Insights' }).click()
    await dora.page.getByRole('heading', { name: 'Insights come with Premium' }).waitFor()
    expect(await dora.page.getByRole('link', { name: 'See Premium' }).getAttribute('href')).toBe('/pricing')
    expect(await dora.page.getByRole('button', { name: 'Summary for my doctor' }).count()).toBe(0)
    await dora.page.goBack()
    await dora.page.getByRole('heading', { name: 'History', exact: true }).waitFor()
  })
})
