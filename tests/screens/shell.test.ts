import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { readDevice } from '#tests/e2e/support/local-data.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { dateIn } from '#tests/e2e/support/zones.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

const LISTS = /\/api\/(medications|doses|appointments|medical-documents)/

describe('what every page has', () => {
  it('has the name, the tagline and the way in on a visitor’s pages; signed in, who it is, the plan and the way out', async () => {
    const ann = await screens.user()
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
})

describe('a new person', () => {
  it('the age dialog takes no day after today and names both ages', async () => {
    const eve = await screens.user()
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
    const fay = await screens.user()
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
    const ida = await screens.user()
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
    const jo = await screens.user()
    await jo.signUp()
    await jo.open('/medications?add=1')
    const end = jo.dialog('Add Medication').getByLabel('End date', { exact: true })
    await end.fill('2027-01-01')
    await jo.dialog().getByLabel('Ongoing medication (no end date)').check()
    expect(await end.inputValue()).toBe('')
    expect(await end.isDisabled()).toBe(true)
  })

  it('who is signed in is asked again on focus; the lists are not', async () => {
    const kim = await screens.user()
    await kim.signUp()
    await kim.addMedication({ name: 'Amlodipine', times: '8 am', ongoing: true })
    await kim.saved()
    // After a write, its change notification makes the app fetch the list once more: only after that do requests come
    // from a focus alone.
    await until(async () => (await kim.page.evaluate(readDevice)).heldVersion > 0, {
      timeout: 45_000,
      what: 'the list that its own change notification told of',
    })
    const asked: string[] = []
    kim.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    let isAnswered = false
    await kim.page.route('**/api/auth/user', async (route) => {
      await route.continue()
      isAnswered = true
    })
    await kim.page.evaluate(() => void dispatchEvent(new Event('focus')))
    await until(() => isAnswered, { timeout: 30_000, what: 'the answer who is signed in' })
    await kim.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(asked.filter((path) => path === '/api/auth/user')).toHaveLength(1)
    expect(asked.filter((path) => /^\/api\/(?:medications|appointments|doses)/.test(path))).toEqual([])
  })
})

describe('a new device', () => {
  it('that cannot load says so on every list, and never that there is nothing', async () => {
    const lea = await screens.user()
    const email = newAddress('lea')
    await lea.signUp(email)
    await lea.addMedication({ name: 'Amlodipine', times: '11:30 pm', ongoing: true })
    await lea.saved()
    await lea.closeTabs()

    const other = await screens.user()
    await other.page.route(LISTS, (route) => route.fulfill({ status: 500, body: '' }))
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
    await other.page.unroute(LISTS)
    await other.open('/reminders')
    await other.page.getByText('Amlodipine').first().waitFor()
  })

  it('that has the medications but could not load their log says so wherever it shows doses as open', async () => {
    const nia = await screens.user()
    const email = newAddress('nia')
    await nia.signUp(email)
    await planDay(nia, [{ name: 'Ramipril', minutes: [-50] }])
    await nia.addMedication({ name: 'Naproxen', howOften: 'Only when needed', ongoing: true })
    await nia.page.getByRole('button', { name: 'Taken: Ramipril' }).click()
    await nia.toast(/^Ramipril taken/).waitFor()
    await nia.saved()
    await nia.closeTabs()

    const other = await screens.user()
    const LOG = /\/api\/doses/
    await other.page.route(LOG, (route) => route.fulfill({ status: 500, body: '' }))
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
    await other.page.unroute(LOG)
    await other.open('/')
    await other.page.getByRole('link', { name: /Taken.*Ramipril/ }).waitFor()
    await other.page.getByText('not taken yet').waitFor()
    expect(await warning.count()).toBe(0)
  })

  it('that cannot load shows in History what was logged on it', async () => {
    const mia = await screens.user()
    const email = newAddress('mia')
    await mia.signUp(email)
    await mia.closeTabs()

    const other = await screens.user()
    await other.page.route(LISTS, (route) => route.fulfill({ status: 500, body: '' }))
    await other.open('/api/login?next=/medications')
    await other.enterCode(email)
    await other.page.getByText('Your medications are not on this device yet').waitFor()
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
