import { expect, it } from 'vitest'
import { HOUR } from '#domain/lib/local-time.ts'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { inspect } from './support/inspection.ts'
import { setUpScreens } from './support/screens.ts'
import { noonZone } from './support/zones.ts'

const screens = setUpScreens()

it('the example, opened by somebody who is signed in, shows and asks nothing of theirs, keeps what is tried over a reload, has no barrier that axe knows, and leaves nothing', async () => {
  // In the afternoon: at half past twelve on Mondays and Thursdays a second dose of the example is due.
  const { user, look, problems } = await inspect(screens, [], { timeZone: noonZone(Date.now() - 3 * HOUR) })
  const { page } = user
  await user.signUp()
  await page.getByRole('link', { name: 'Look around first' }).waitFor()
  await planDay(user, [{ name: 'Candesartan', minutes: [-2] }])
  await page.getByText('Candesartan').first().waitFor()
  // The page of the account asks the server even when it is idle.
  await page.goto('about:blank')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))

  await user.open('/example')
  await page.getByText(/, Alex$/).waitFor()
  await page.getByRole('button', { name: 'Taken: Metformin' }).click()
  await page.getByRole('button', { name: 'Taken: Metformin' }).waitFor({ state: 'hidden' })
  await look('the example')
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Medications' }).click()
  await page.getByRole('heading', { name: 'Ramipril' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/example/medications')
  await page.getByRole('link', { name: 'More' }).first().click()
  await page.getByRole('heading', { name: 'This needs an account of your own' }).waitFor()
  await look('what the example does not have')
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('heading', { name: 'History' }).waitFor()

  await user.open('/example')
  await page
    .getByRole('link', { name: /Taken.*Metformin/ })
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: 'Taken: Metformin' }).count()).toBe(0)
  expect(await page.getByText('Candesartan').count()).toBe(0)
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])

  await page.getByRole('button', { name: 'Leave the example' }).click()
  await page.getByText('Candesartan').first().waitFor()
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
  await until(async () => !(await databases()).some((name) => name.includes('example')), {
    what: 'the end of the example',
  })
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('example')))).toEqual([])
  expect(await user.dosesOnServer()).toEqual([])
  expect(problems).toEqual([])
})
