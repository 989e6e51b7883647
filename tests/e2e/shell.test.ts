import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { readDevice } from './support/local-data.ts'
import { newAddress } from './support/never-used.ts'
import type { Person } from './support/person.ts'
import { setStage } from './support/stage.ts'
import { dateIn } from './support/zones.ts'

const stage = setStage()

const LISTS = /\/api\/(medications|doses|appointments|medical-documents)/

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

describe('what every page has', () => {
  it('has the name, the tagline and the way in on a visitor’s pages; signed in, who it is, the plan and the way out', async () => {
    const ann = await stage.person()
    await ann.open('/')
    const header = ann.page.getByRole('banner')
    await header.getByText('Dosewell', { exact: true }).waitFor()
    await header.getByText('Your AI Powered Wellbeing Companion').waitFor()
    await header.getByRole('button', { name: /^Switch to (dark|light) theme$/ }).waitFor()
    expect(await header.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/api/login')
    await ann.page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).waitFor()

    const email = newAddress('ann')
    await ann.signUp(email)
    await header.getByText('Your AI Powered Wellbeing Companion').waitFor()
    await header.getByText(email).waitFor()
    await header.getByText('Premium', { exact: true }).waitFor()
    await header.getByRole('button', { name: 'Log out' }).waitFor()
    await ann.page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).waitFor()
  })

  it('follows the system until it is chosen, and then the choice', async () => {
    const bob = await stage.person({ context: { colorScheme: 'dark' } })
    await bob.open('/pricing')
    expect(await theme(bob.page)).toBe('dark')
    await bob.page.emulateMedia({ colorScheme: 'light' })
    await until(async () => (await theme(bob.page)) === 'light', { what: 'the light theme' })
    await bob.page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await until(async () => (await theme(bob.page)) === 'dark', { what: 'the dark theme' })
    expect(await bob.page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    await bob.page.reload()
    expect(await theme(bob.page)).toBe('dark')
  })

  it('a toast goes by a swipe of 50 px to the right, not by a shorter one; F8 leads to it; it is 420 px wide at most', async () => {
    const cleo = await stage.person()
    await cleo.signUp()
    await cleo.addMedication({ name: 'Lisinopril', times: '8 am', ongoing: true })
    await cleo.open('/medications')
    await cleo.page.getByRole('button', { name: 'Delete Lisinopril' }).click()
    await cleo.dialog('Delete Medication?').getByRole('button', { name: 'Stop instead' }).click()
    // It has an action, so time does not take it away.
    const toast = cleo.toast('Lisinopril stopped')
    await toast.waitFor()
    await cleo.page.keyboard.press('F8')
    expect(await cleo.page.evaluate(() => document.activeElement?.closest('.toaster') !== null)).toBe(true)
    const width = await cleo.page.locator('.toaster').evaluate((region) => region.clientWidth)
    expect(width).toBeGreaterThan(0)
    expect(width).toBeLessThanOrEqual(420)
    await swipe(cleo, 40)
    await until(async () => (await toast.getAttribute('data-swipe')) === 'cancel', {
      what: 'the toast to spring back',
    })
    await toast.waitFor()
    await swipe(cleo, 60)
    await toast.waitFor({ state: 'hidden' })
  })

  it('a tooltip waits for 700 ms of resting', async () => {
    const dan = await stage.person()
    await dan.page.clock.install()
    await dan.open('/medications')
    const toggle = dan.page.getByRole('button', { name: 'Switch to dark theme' })
    await toggle.waitFor()
    await dan.page.clock.pauseAt(Date.now() + 60_000)
    await toggle.hover()
    const words = dan.page.locator('.tooltip')
    await dan.page.clock.runFor(699)
    expect(await words.count()).toBe(0)
    await dan.page.clock.runFor(1)
    await words.getByText('Switch to dark theme').waitFor()
  })
})

/** Drags the toast to the right with the mouse. */
async function swipe({ page }: Person, pixels: number): Promise<void> {
  const box = await page.locator('.toast__words').boundingBox()
  if (!box) throw new Error('there is no toast')
  const [x, y] = [box.x + 20, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + pixels / 2, y, { steps: 4 })
  await page.mouse.move(x + pixels, y, { steps: 4 })
  await page.mouse.up()
}

describe('a new person', () => {
  it('the age dialog takes no day after today and names both ages', async () => {
    const eve = await stage.person()
    await eve.open('/api/login')
    await eve.enterCode(newAddress('eve'))
    const dialog = eve.dialog('Age Verification')
    await dialog.getByText(/at least 13 years old.*under 18, a parent or guardian needs to give consent/).waitFor()
    const birth = dialog.getByLabel('Date of birth')
    expect(await birth.getAttribute('max')).toBe(dateIn(eve.timeZone, 0))
    await birth.fill(dateIn(eve.timeZone, 1))
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await eve.dialog('Age Verification').waitFor()
    expect(await eve.dialog('Is this right?').count()).toBe(0)
  })

  it('home, /medications and /reminders say what is empty and lead on; /pricing leads home', async () => {
    const fay = await stage.person()
    await fay.signUp()
    const { page } = fay
    await page.getByText('No medications yet').first().waitFor()
    await page.getByRole('link', { name: 'Add Your First Medication' }).first().waitFor()
    const reminders = page.getByRole('region', { name: 'Upcoming Reminders', exact: true })
    await reminders.getByText('No upcoming reminders').waitFor()
    const edit = reminders.getByRole('link', { name: 'Edit: Upcoming Reminders' })
    expect(await edit.getAttribute('href')).toBe('/reminders')

    await fay.open('/medications')
    await page.getByText('No medications yet').waitFor()
    await page.getByRole('link', { name: 'Add Your First Medication' }).click()
    await fay.dialog('Add Medication').waitFor()

    await fay.open('/reminders')
    await page.getByText('No reminders scheduled').waitFor()
    await page.getByRole('link', { name: 'Add Medication' }).click()
    await fay.dialog('Add Medication').waitFor()

    await fay.open('/pricing')
    await page.getByText("You're on a free trial - enjoy premium features!").waitFor()
    for (const name of ['Use Free', 'Go to Home'])
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe('/')
  })
})

describe('with a medication', () => {
  it('/reminders shows name, dosage, instructions and the 12-hour time, and leads to the form', async () => {
    const ida = await stage.person()
    await ida.signUp()
    await ida.addMedication({
      name: 'Metformin',
      dosage: '500 mg',
      times: '23:30',
      instructions: 'With food',
      ongoing: true,
    })
    const recent = ida.page.getByRole('region', { name: 'Recent Medications', exact: true })
    const edit = recent.getByRole('link', { name: 'Edit: Recent Medications' })
    expect(await edit.getAttribute('href')).toBe('/medications')
    await ida.open('/reminders')
    const row = ida.page.getByRole('listitem').filter({ hasText: 'Metformin' }).first()
    await row.getByText('500 mg').waitFor()
    await row.getByText('With food').waitFor()
    await row.getByText('11:30 PM').waitFor()
    await ida.page.getByRole('link', { name: /^Edit/ }).first().click()
    await ida.dialog('Edit Medication').waitFor()
    expect(new URL(ida.page.url()).searchParams.get('edit')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('ticking ongoing clears and disables the end date', async () => {
    const jo = await stage.person()
    await jo.signUp()
    await jo.open('/medications?add=1')
    const end = jo.dialog('Add Medication').getByLabel('End date', { exact: true })
    await end.fill('2027-01-01')
    await jo.dialog().getByLabel('Ongoing medication (no end date)').check()
    expect(await end.inputValue()).toBe('')
    expect(await end.isDisabled()).toBe(true)
  })

  it('who is signed in is asked again on focus; the lists are not', async () => {
    const kim = await stage.person()
    await kim.signUp()
    await kim.addMedication({ name: 'Amlodipine', times: '8 am', ongoing: true })
    await kim.saved()
    // The poke of the write is answered by one more look at the list: only after it nothing but a focus asks for anything.
    await until(async () => (await kim.page.evaluate(readDevice)).heldVersion > 0, {
      timeout: 45_000,
      what: 'the list that its own poke told of',
    })
    const asked: string[] = []
    kim.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const answered = kim.page.waitForEvent('requestfinished', {
      predicate: (request) => asked.includes('/api/auth/user') && request.url().endsWith('/api/auth/user'),
    })
    await kim.page.evaluate(() => dispatchEvent(new Event('focus')))
    await answered
    await kim.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(asked.filter((path) => path === '/api/auth/user')).toHaveLength(1)
    expect(asked.filter((path) => /^\/api\/(?:medications|appointments|doses)/.test(path))).toEqual([])
  })
})

describe('a new device', () => {
  it('that cannot load says so on every list, and never that there is nothing', async () => {
    const lea = await stage.person()
    const email = newAddress('lea')
    await lea.signUp(email)
    await lea.addMedication({ name: 'Amlodipine', times: '11:30 pm', ongoing: true })
    await lea.saved()
    await lea.close()

    const other = await stage.person({ expected: [/status of 500/] })
    await other.context.route(LISTS, (route) => route.fulfill({ status: 500, body: '' }))
    await other.open('/api/login?next=/reminders')
    await other.enterCode(email)
    await other.page.getByText('Failed to load reminders').waitFor()
    await other.page.getByText('Please try refreshing the page').waitFor()
    await other.page.getByRole('button', { name: 'Refresh' }).waitFor()
    await other.open('/medications')
    await other.page.getByText('Your medications are not on this device yet').waitFor()
    await other.open('/history')
    await other.page.getByText('Your history is not on this device yet').waitFor()
    await other.open('/')
    await other.page.getByText('Your medications are not on this device yet').waitFor()
    await other.page.getByRole('heading', { name: 'Add something' }).waitFor()
    expect(await other.page.getByText(/^No (medications|history|upcoming|documents)/).count()).toBe(0)
    await other.context.unroute(LISTS)
    await other.open('/reminders')
    await other.page.getByText('Amlodipine').first().waitFor()
  })

  it('that has the medications but could not load their log says so wherever it shows doses as open', async () => {
    const nia = await stage.person()
    const email = newAddress('nia')
    await nia.signUp(email)
    await planDay(nia, [{ name: 'Ramipril', minutes: [-50] }])
    await nia.addMedication({ name: 'Naproxen', howOften: 'Only when needed', ongoing: true })
    await nia.page.getByRole('button', { name: 'Taken: Ramipril' }).click()
    await nia.toast(/^Ramipril taken/).waitFor()
    await nia.saved()
    await nia.close()

    const other = await stage.person({ timeZone: nia.timeZone, expected: [/status of 500/] })
    const LOG = /\/api\/doses/
    await other.context.route(LOG, (route) => route.fulfill({ status: 500, body: '' }))
    await other.open('/api/login?next=/reminders')
    await other.enterCode(email)
    const warning = other.page.getByText('What your other devices logged has not been loaded yet')
    await warning.waitFor()
    await other.page.getByRole('button', { name: 'Taken: Ramipril' }).waitFor()
    await other.open('/')
    await warning.waitFor()
    await other.page.getByText('not logged on this device yet').waitFor()
    await other.page.getByRole('link', { name: 'Log a dose of Naproxen' }).click()
    await other.dialog('Naproxen').getByText('Taken elsewhere?').waitFor()
    await other.context.unroute(LOG)
    await other.open('/')
    await other.page.getByRole('link', { name: /Taken.*Ramipril/ }).waitFor()
    await other.page.getByText('not taken yet').waitFor()
    expect(await warning.count()).toBe(0)
  })

  it('that cannot load shows in History what was logged on it', async () => {
    const mia = await stage.person()
    const email = newAddress('mia')
    await mia.signUp(email)
    await mia.close()

    const other = await stage.person({ expected: [/status of 500/] })
    await other.context.route(LISTS, (route) => route.fulfill({ status: 500, body: '' }))
    await other.open('/api/login?next=/medications')
    await other.enterCode(email)
    await other.page.getByText('Your medications are not on this device yet').waitFor()
    await other.workerReady()
    await other.offline()
    await other.addMedication({ name: 'Salbutamol', howOften: 'Only when needed', ongoing: true })
    await other.page.getByRole('link', { name: 'Log a dose of Salbutamol' }).click()
    const taken = other.dialog('Salbutamol').getByRole('button', { name: /^Taken at/ })
    await Promise.all([other.toast(/^Salbutamol taken/).waitFor(), taken.click()])
    await other.open('/history')
    await other.page.getByText('Your history is not on this device yet').waitFor()
    await other.page.getByText('Not planned').waitFor()
  })
})
