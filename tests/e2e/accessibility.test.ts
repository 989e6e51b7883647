import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { submitAppointment } from './support/appointment-form.ts'
import { breakStorage } from './support/broken-storage.ts'
import { planDay } from './support/day.ts'
import { inspect } from './support/inspection.ts'
import { submitMedication } from './support/medication-form.ts'
import { newAddress } from './support/never-used.ts'
import { enableNotifications, setPermission } from './support/notifications.ts'
import type { Person, PersonOptions } from './support/person.ts'
import { ON_IPHONE, withoutNotifications } from './support/platforms.ts'
import { ledgerBegan, liveInThePast, sleep } from './support/sleep.ts'
import { setStage } from './support/stage.ts'
import { addDevice, pretendSubscribed } from './support/subscriptions.ts'
import { dateIn, timeIn } from './support/zones.ts'

const stage = setStage()

const inspection = (expected?: RegExp[], options?: PersonOptions) => inspect(stage, expected, options)

const HOME = 'Welcome to Your Medication Dashboard'

/** A day with doses in every state, and a medicine for when it is needed. */
async function fullDay(person: Person): Promise<void> {
  await person.signUp()
  await planDay(person, [
    { name: 'Amlodipine', minutes: [-200, -90], dosage: '5 mg' },
    { name: 'Bisoprolol', minutes: [-45], dosage: '2.5 mg' },
    { name: 'Metformin', minutes: [-2, 120], dosage: '500 mg' },
    { name: 'Ramipril', minutes: [-30], dosage: '2 tablets' },
    { name: 'Sertraline', minutes: [-2], dosage: '50 mg' },
    { name: 'Warfarin', minutes: [-3], dosage: '3 mg' },
    { name: 'Hydrochlorothiazide with amlodipine', minutes: [150], dosage: '12.5 mg / 5 mg, half a tablet' },
  ])
  await person.addMedication({
    name: 'Ibuprofen',
    dosage: '400 mg',
    howOften: 'Only when needed',
    ongoing: true,
  })
  await person.saved()
  const { page } = person
  const press = (name: string) => page.getByRole('button', { name }).click()
  await press('Taken: Ramipril')
  await person.toast(/^Ramipril taken/).waitFor()
  await press('Skip Bisoprolol')
  await person.toast(/^Bisoprolol skipped/).waitFor()
  await press('Snooze Warfarin')
  await page.getByRole('menuitem', { name: '30 minutes' }).click()
  await person.toast(/^Warfarin snoozed/).waitFor()
  await page.getByRole('link', { name: 'Log a dose of Ibuprofen' }).click()
  await person
    .dialog('Ibuprofen')
    .getByRole('button', { name: /^Taken at/ })
    .click()
  await person.toast(/^Ibuprofen taken/).waitFor()
  await person.saved()
}

describe('has no barrier that axe knows, light and dark, on a phone and a desktop, and never scrolls sideways zoomed to 400 % or with text at 200 %', () => {
  it('on the pages of a visitor and of signing in', async () => {
    const { person, visit, look, problems } = await inspection([
      /status of 404 .*no-such-page/,
      /status of 400 .*\/api\/contact/,
      /status of 400 .*\/api\/login\/code/,
    ])
    const { page } = person
    await visit('/', /./)
    await visit('/pricing', /./)
    await visit('/privacy', 'Privacy Policy')
    await visit('/terms', 'Terms of Service')
    await visit('/contact', 'Contact')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByText('Name must be at least 2 characters').waitFor()
    await look('a contact form to be mended')
    await visit('/medications', 'Please sign in', 'the sign-in prompt')
    await visit('/no-such-page', '404 Page Not Found')
    await visit('/api/login', /./)
    const email = newAddress('vera')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    const code = await stage.server.codeFor(email)
    await look('the page for the code')
    await page.getByLabel('Six-digit code').fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(/That code doesn’t match/).waitFor()
    await look('a wrong code')
    expect(problems).toEqual([])
  })

  it('in the age dialog, its question and what follows for a teenager', async () => {
    const { person, look, problems } = await inspection()
    const { page } = person
    await person.open('/api/login')
    await person.enterCode(newAddress('teen'))
    await person.dialog('Age Verification').waitFor()
    await look('the age dialog')
    await page.getByLabel('Date of birth').fill(dateIn(person.timeZone, -Math.round(15.5 * 365.25)))
    await page.getByRole('button', { name: 'Continue' }).click()
    await person.dialog('Is this right?').waitFor()
    await look('the age question')
    await page.getByRole('button', { name: 'Yes, that’s me' }).click()
    await person.dialog('What should we call you?').waitFor()
    await look('the question for a name')
    await page.getByRole('button', { name: 'Skip' }).click()
    await person.dialog('Parental Consent Required').waitFor()
    await look('the wait for consent')
    expect(problems).toEqual([])
  })

  it('on every screen while there is nothing yet', async () => {
    const { person, visit, look, problems } = await inspection([/status of 404 .*no-such-page/])
    await person.signUp()
    await visit('/', HOME)
    await person.page.getByRole('button', { name: 'Premium' }).click()
    await look('the menu of a subscriber')
    await person.page.getByRole('menuitem', { name: 'Cancel Subscription' }).click()
    await person.dialog('Cancel Subscription?').waitFor()
    await look('the question before Premium is cancelled')
    await visit('/medications', 'My Medications')
    await visit('/reminders', /Reminders/)
    await visit('/history', 'History')
    await visit('/appointments', 'No appointments yet', 'appointments')
    await visit('/medical-documents', 'No documents yet', 'documents')
    await visit('/settings', 'Signed in on')
    await person.page.getByRole('button', { name: 'Delete account' }).click()
    await look('the question before an account goes')
    await visit('/settings/reminders', 'Reminder health')
    await visit('/pricing', /./)
    await visit('/contact', 'Contact')
    await visit('/no-such-page', '404 Page Not Found')
    expect(problems).toEqual([])
  })

  it('on home and on what Premium is needed for, without it', async () => {
    const { person, look, visit, problems } = await inspection()
    await person.signUp()
    await person.context.route('**/api/auth/user', async (route) => {
      const answer = await route.fetch()
      const plan = { subscriptionStatus: 'expired', subscriptionPlan: 'free', subscriptionEndsAt: null }
      await route.fulfill({ response: answer, json: { ...(await answer.json()), ...plan } })
    })
    await person.open('/')
    await person.page.getByRole('link', { name: /^Upgrade Now/ }).waitFor()
    await look('home without Premium')
    await visit('/voice', 'Voice comes with Premium')
    await visit('/prescriptions', 'Scanning comes with Premium')
    expect(problems).toEqual([])
  })

  it('on every screen of a full day', async () => {
    const { person, visit, look, problems } = await inspection()
    await fullDay(person)
    const { page } = person
    await visit('/', HOME, 'home')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: /^Earlier today/ }).click()
    await look('home with the earlier doses')
    await page.getByRole('button', { name: /^Snooze the/ }).click()
    await page.getByRole('menuitem', { name: '10 minutes' }).waitFor()
    await look('the snooze menu')
    await page.keyboard.press('Escape')
    await visit('/reminders', /Reminders/, 'reminders')
    await visit('/medications', 'My Medications', 'medications')
    await visit('/appointments?add=1', 'Add Appointment', 'the form of an appointment')
    await submitAppointment(page, {})
    await page.getByText('Doctor name is required').waitFor()
    await look('the form of an appointment with its sentences')
    await submitAppointment(page, {
      doctor: 'Sarah Lee',
      date: '2031-12-01',
      time: '14:30',
      phone: '03 9342 7000',
    })
    await page.getByRole('heading', { name: 'Sarah Lee' }).waitFor()
    await look('appointments')
    await visit('/history', 'History', 'history')
    await visit(`/history?day=${dateIn(person.timeZone, -20)}`, 'History', 'a day without doses')
    expect(problems).toEqual([])
  })

  it('in the form of a medication and the question before deleting', async () => {
    const { person, visit, look, problems } = await inspection()
    await person.signUp()
    await visit('/medications?add=1', 'Add Medication', 'the empty form')
    await submitMedication(person.page, { times: 'soon' })
    await person.page.getByText('Medication name is required').waitFor()
    await look('the form with its sentences')
    await submitMedication(person.page, { name: 'Metformin', howOften: 'Chosen days', times: '8 am, 8 pm' })
    await look('the form with chosen days')
    await submitMedication(person.page, { howOften: 'On and off', daysOn: '21', daysOff: '7' })
    await person.page.getByRole('heading', { name: HOME }).waitFor()
    const [medication] = await until(async () => {
      const all = await person.medicationsOnServer()
      return all.length > 0 && all
    })
    await visit(`/medications?edit=${medication?.id}`, 'Edit Medication', 'the form to edit')
    await visit('/medications', 'My Medications')
    await person.page.getByRole('button', { name: 'Delete Metformin' }).click()
    await person.dialog('Delete Medication?').waitFor()
    await look('the question before deleting')
    await person.dialog('Delete Medication?').getByRole('button', { name: 'Stop instead' }).click()
    await person.page.getByText('Inactive', { exact: true }).first().waitFor()
    await look('a stopped medication')
    expect(problems).toEqual([])
  })

  it('in the sheets that log a dose', async () => {
    const { person, look, problems } = await inspection()
    await fullDay(person)
    const { page } = person
    const open = (name: RegExp) => page.getByRole('link', { name }).first().click()
    const close = (name: string) => person.dialog(name).locator('.dialog__close').click()

    await open(/^Metformin/)
    await person.dialog('Metformin').waitFor()
    await look('the sheet of a dose')
    await page.getByRole('radio', { name: 'Another time' }).check()
    await page.getByLabel('Time taken').fill(timeIn(person.timeZone, 20))
    await page.getByText(/is still to come/).waitFor()
    await look('the sheet with a time to come')
    await close('Metformin')

    await open(/^Hydrochlorothiazide/)
    await person.dialog(/^Hydrochlorothiazide/).waitFor()
    await look('the sheet of a long name')
    await page.keyboard.press('Escape')

    await open(/Ramipril/)
    await page.getByText('What happened').waitFor()
    await look('the sheet of a logged dose')
    await close('Ramipril')

    await page.getByRole('link', { name: 'Log a dose of Ibuprofen' }).click()
    await person.dialog('Ibuprofen').waitFor()
    await look('the sheet of an extra dose')
    await person
      .dialog('Ibuprofen')
      .getByRole('button', { name: /^Taken at/ })
      .click()
    await person.dialog('Log another dose?').waitFor()
    await look('the question before a second dose')
    expect(problems).toEqual([])
  })

  it('where two devices logged one dose: the question on home, in the sheet and in the history', async () => {
    const { person, look, visit, problems } = await inspection()
    const { page } = person
    await person.signUp()
    await planDay(person, [
      { name: 'Hydrochlorothiazide and perindopril arginine, prolonged release', minutes: [-20] },
      { name: 'Digoxin', minutes: [-30] },
    ])
    await page.getByRole('button', { name: 'Taken: Digoxin' }).click()
    await page.getByRole('button', { name: /^Taken: Hydro/ }).click()
    await page.getByRole('button', { name: /^Taken: Hydro/ }).waitFor({ state: 'hidden' })
    await person.saved()
    for (const [index, event] of (await person.dosesOnServer()).entries()) {
      const { seq: _seq, receivedAt: _receivedAt, ...logged } = event
      const other = { ...logged, id: randomUUID(), deviceId: randomUUID(), deviceName: 'Kitchen tablet' }
      const { status } = await person.call('POST', '/api/doses', {
        ...other,
        kind: index === 0 ? 'skipped' : 'taken',
      })
      expect(status).toBe(201)
    }
    await page.getByText('1 more question after this.').waitFor()
    await look('the question on home')
    await page.getByRole('link', { name: /Digoxin/ }).click()
    await person.dialog('Digoxin').getByText('Which one holds?').waitFor()
    await look('the question in the sheet')
    await visit('/history', 'History', 'the history with questions')
    await visit('/reminders', /Reminders/, 'the reminders with questions')
    expect(problems).toEqual([])
  })

  it('where a medication was edited here and deleted elsewhere', async () => {
    const { person, look, problems } = await inspection([/status of (404|410) .*\/api\/(medications|batch|doses)/])
    const { page } = person
    await person.signUp()
    const [id] = await planDay(person, [{ name: 'Metformin', minutes: [30] }])
    await page
      .getByRole('link', { name: /Metformin/ })
      .first()
      .waitFor()
    await person.workerReady()
    await person.offline()
    await person.open(`/medications?edit=${id}`)
    await submitMedication(page, { dosage: '1000 mg' })
    await page.getByRole('heading', { name: HOME }).waitFor()
    expect((await person.call('DELETE', `/api/medications/${id}`)).status).toBe(200)
    await person.online()
    await page.getByRole('link', { name: '1 thing needs you' }).click()
    await person.dialog('Needs attention').waitFor()
    await look('the card of a deleted medication')
    await page.getByRole('link', { name: /^Add the medication again/ }).click()
    await person.dialog('Add Medication').getByText('was deleted on another device').waitFor()
    await look('the form that adds it again')
    expect(problems).toEqual([])
  })

  it('in Reminder health: blocked, on an iPhone in a tab, and on with other devices', async () => {
    const { person, look, visit, problems } = await inspection()
    await person.signUp()
    await person.workerReady()
    await setPermission(person.page, person.url, 'notifications', 'denied')
    await visit('/settings/reminders', 'Allow notifications', 'blocked')

    await pretendSubscribed(person)
    await enableNotifications(person)
    await addDevice(person, 'Kitchen tablet')
    await addDevice(person, 'A telephone with a rather long name, of Margaret’s')
    await person.open('/settings/reminders')
    await person.page.getByText('Set up for reminders', { exact: true }).waitFor()
    await person.page.getByText('Kitchen tablet').waitFor()
    await look('on, with other devices')

    const storageState = await person.context.storageState()
    const phone = await inspection([], { context: { ...ON_IPHONE.context, storageState } })
    await withoutNotifications(phone.person)
    await phone.visit('/settings/reminders', 'Add Dosewell to your home screen', 'on an iPhone in a tab')
    expect([...problems, ...phone.problems]).toEqual([])
  })

  it('in the alert', async () => {
    const { person, look, problems } = await inspection()
    await person.signUp()
    await person.workerReady()
    await enableNotifications(person)
    await look('home with notifications on')
    await planDay(person, [{ name: 'Metformin', minutes: [-1] }])
    const takesPresses = (name: string | RegExp) =>
      person.dialog(name).getByRole('button', { name: 'Dismiss' }).click({ trial: true })
    await takesPresses(/^Time to take Metformin/)
    await look('the alert')
    await planDay(person, [{ name: 'Ramipril', minutes: [-1] }])
    await takesPresses('Time to take 2 doses')
    await look('the alert of two doses')
    expect(problems).toEqual([])
  })

  it('where the storage of the device fails, at the start and under an open form', async () => {
    const { person, look, problems } = await inspection()
    const { page } = person
    await person.signUp()
    await person.open('/medications?add=1')
    const form = person.dialog('Add Medication')
    await form.waitFor()
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Storage.clearDataForOrigin', { origin: person.url, storageTypes: 'indexeddb' })
    await page.getByText('This device’s storage was closed').waitFor()
    await submitMedication(page, { name: 'Metformin', times: '9 pm' })
    await form.getByText(/^This device’s storage is not working/).waitFor()
    await look('the form whose storage was closed')

    await breakStorage(person, { of: 'person', how: 'UnknownError', isReadable: true })
    await person.open('/')
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await look('a database that does not open')
    await page.getByRole('button', { name: 'Start over on this device' }).click()
    await person.dialog('Start over on this device?').waitFor()
    await look('the question before starting afresh')
    expect(problems).toEqual([])
  })

  it('in the list of doses that nothing announced', async () => {
    const { person, look, problems } = await inspection()
    await liveInThePast(person, 45)
    await person.signUp()
    await person.workerReady()
    await ledgerBegan(person)
    await planDay(person, [
      { name: 'Metformin', minutes: [-40] },
      { name: 'Ramipril', minutes: [-35] },
    ])
    await person.page.getByText('Ramipril').first().waitFor()
    await sleep(person, 43)
    await person.page.reload()
    await person.dialog('2 doses are not logged yet').waitFor()
    await look('what nothing announced')
    expect(problems).toEqual([])
  })

  it('where something waits or needs the person, and on the way out', async () => {
    const { person, look, visit, problems } = await inspection([/status of 409 .*\/api\/medications/])
    const { page } = person
    await person.signUp()
    await person.workerReady()
    await person.offline()
    await person.addMedication({ name: 'Metformin', dosage: '500 mg', times: '9 pm', ongoing: true })
    await page.getByRole('link', { name: /waiting to sync/ }).waitFor()
    await visit('/?attention', HOME, 'what waits')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Log out' }).click()
    await person.dialog('Sign out and lose what is not saved yet?').waitFor()
    await look('the question before signing out')
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await visit('/api/logout', 'Sign out?', 'the question of the worker')

    const { status } = await person.call('POST', '/api/medications', {
      name: 'Metformin',
      dosage: '500 mg',
      reminderTimes: ['08:00'],
    })
    expect(status).toBe(201)
    await person.open('/')
    await person.online()
    await page.getByRole('link', { name: '1 thing needs you' }).click()
    await person.dialog('Needs attention').waitFor()
    await look('what needs the person')

    await person.offline()
    await person.open('/api/logout')
    await page.getByRole('link', { name: 'Sign out anyway' }).click()
    await page.getByRole('heading', { name: 'Signed out on this device' }).waitFor()
    await look('signed out without a network')
    expect(problems).toEqual([])
  })
})
