import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { submitAppointment } from './support/appointment-form.ts'
import { addAppointment } from './support/appointments.ts'
import { checkLargeText } from './support/axe.ts'
import { planDay } from './support/day.ts'
import { inspect } from './support/inspection.ts'
import { submitMedication } from './support/medication-form.ts'
import { newAddress } from './support/never-used.ts'
import { enableNotifications, setPermission } from './support/notifications.ts'
import { ON_IPHONE, withoutNotifications } from './support/platforms.ts'
import { setUpScreens } from './support/screens.ts'
import { ledgerBegan, liveInThePast, sleep } from './support/sleep.ts'
import { addDevice, pretendSubscribed } from './support/subscriptions.ts'
import type { User, UserOptions } from './support/user.ts'
import { dateIn, timeIn } from './support/zones.ts'

const screens = setUpScreens()

const inspection = (expected?: RegExp[], options?: UserOptions) => inspect(screens, expected, options)

const HOME = 'Welcome to Your Medication Dashboard'

/** Plans a day with doses in every state, and a medication for when it is needed. */
async function fullDay(user: User): Promise<void> {
  await user.signUp()
  await planDay(user, [
    { name: 'Amlodipine', minutes: [-200, -90], dosage: '5 mg' },
    { name: 'Bisoprolol', minutes: [-45], dosage: '2.5 mg' },
    { name: 'Metformin', minutes: [-2, 120], dosage: '500 mg' },
    { name: 'Ramipril', minutes: [-30], dosage: '2 tablets' },
    { name: 'Sertraline', minutes: [-2], dosage: '50 mg' },
    { name: 'Warfarin', minutes: [-3], dosage: '3 mg' },
    { name: 'Hydrochlorothiazide with amlodipine', minutes: [150], dosage: '12.5 mg / 5 mg, half a tablet' },
  ])
  await user.addMedication({
    name: 'Ibuprofen',
    dosage: '400 mg',
    howOften: 'Only when needed',
    ongoing: true,
  })
  await user.saved()
  const { page } = user
  const press = (name: string) => page.getByRole('button', { name }).click()
  await press('Taken: Ramipril')
  await user.toast(/^Ramipril taken/).waitFor()
  await press('Skip Bisoprolol')
  await user.toast(/^Bisoprolol skipped/).waitFor()
  await press('Snooze Warfarin')
  await page.getByRole('menuitem', { name: '30 minutes' }).click()
  await user.toast(/^Warfarin snoozed/).waitFor()
  await page.getByRole('link', { name: 'Log a dose of Ibuprofen' }).click()
  await user
    .dialog('Ibuprofen')
    .getByRole('button', { name: /^Taken at/ })
    .click()
  await user.toast(/^Ibuprofen taken/).waitFor()
  await user.saved()
}

describe('has no barrier that axe knows, light and dark, on a phone and a desktop, and never scrolls sideways zoomed to 400 % or with text at 200 %', () => {
  it('on the pages of a visitor and of signing in', async () => {
    const { user, visit, look, problems } = await inspection([
      /status of 404 .*no-such-page/,
      /status of 400 .*\/api\/contact/,
      /status of 400 .*\/api\/login\/code/,
    ])
    const { page } = user
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
    const code = await screens.server.codeFor(email)
    await look('the page for the code')
    await page.getByLabel('Six-digit code').fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(/That code doesn’t match/).waitFor()
    await look('a wrong code')
    expect(problems).toEqual([])
  })

  it('on every screen while there is nothing yet, in the form of the first medication and the question before deleting it, and on home and on what Premium is needed for, without it', async () => {
    const { user, visit, look, problems } = await inspection([/status of 404 .*no-such-page/])
    await user.signUp()
    await visit('/', HOME)
    problems.push(...(await checkLargeText(user.page, 'home')))
    await user.page.getByRole('button', { name: 'Premium' }).click()
    await look('the menu of a subscriber')
    await user.page.getByRole('menuitem', { name: 'Cancel Subscription' }).click()
    await user.dialog('Cancel Subscription?').waitFor()
    await look('the question before Premium is cancelled')
    await visit('/medications', 'My Medications')
    await visit('/reminders', /Reminders/)
    await visit('/history', 'History')
    await visit('/appointments', 'No appointments yet', 'appointments')
    await visit('/medical-documents', 'No documents yet', 'documents')
    await visit('/settings', 'Signed in on')
    await user.page.getByRole('button', { name: 'Delete account' }).click()
    await look('the question before an account goes')
    await visit('/settings/reminders', 'Reminder health')
    await visit('/settings/programs', 'No program yet', 'the programs while there is none')
    await user.page.getByRole('button', { name: 'Add a program' }).click()
    await user.page.getByRole('button', { name: 'Make the token' }).click()
    await user.page.getByText('Give it a name.').waitFor()
    await look('the form of a program with its sentence')
    await user.page.getByLabel('What is it?').fill('Kitchen display')
    await user.page.getByRole('button', { name: 'Make the token' }).click()
    await user.page.getByText('It is shown only now.').waitFor()
    await look('a token')
    await user.page.getByRole('button', { name: 'I have kept it' }).click()
    await user.page.getByRole('button', { name: 'Disconnect Kitchen display' }).waitFor()
    await look('a program')
    await user.page.getByRole('button', { name: 'Add a webhook' }).click()
    await user.page.getByLabel('Address').fill('https://hooks.example.org/dosewell')
    await look('the form of a webhook')
    await user.page.getByRole('button', { name: 'Make the webhook' }).click()
    await user.page.getByRole('button', { name: 'Copy the secret' }).waitFor()
    await look('a secret')
    await user.page.getByRole('button', { name: 'I have kept it' }).click()
    await user.page.getByText('Not called yet').waitFor()
    await look('a webhook')
    await visit('/pricing', /./)
    await visit('/contact', 'Contact')
    await visit('/no-such-page', '404 Page Not Found')

    await visit('/medications?add=1', 'Add Medication', 'the empty form')
    await submitMedication(user.page, { times: 'soon' })
    await user.page.getByText('Medication name is required').waitFor()
    await look('the form with its sentences')
    await submitMedication(user.page, { name: 'Metformin', howOften: 'Some weekdays', times: '8 am, 8 pm' })
    await look('the form with chosen days')
    await submitMedication(user.page, { howOften: 'On and off', daysOn: '21', daysOff: '7' })
    await user.page.getByRole('heading', { name: HOME }).waitFor()
    const [medication] = await until(async () => {
      const all = await user.medicationsOnServer()
      return all.length > 0 && all
    })
    await visit(`/medications?edit=${medication?.id}`, 'Edit Medication', 'the form to edit')
    await visit('/medications', 'My Medications')
    await user.page.getByRole('button', { name: 'Delete Metformin' }).click()
    await user.dialog('Delete Medication?').waitFor()
    await look('the question before deleting')
    await user.dialog('Delete Medication?').getByRole('button', { name: 'Stop instead' }).click()
    await user.page.getByText('Inactive', { exact: true }).first().waitFor()
    await look('a stopped medication')

    await user.context.route('**/api/auth/user', async (route) => {
      const answer = await route.fetch()
      const plan = { subscriptionStatus: 'expired', subscriptionPlan: 'free', subscriptionEndsAt: null }
      await route.fulfill({ response: answer, json: { ...(await answer.json()), ...plan } })
    })
    await user.open('/')
    await user.page.getByRole('link', { name: /^Upgrade Now/ }).waitFor()
    await look('home without Premium')
    await visit('/voice', 'Voice comes with Premium')
    await visit('/prescriptions', 'Scanning comes with Premium')
    expect(problems).toEqual([])
  })

  it('on every screen of a full day, in the sheets that log a dose, and where two devices logged one dose: the question on home, in the sheet and in the history', {
    timeout: 240_000,
  }, async () => {
    const { user, visit, look, problems } = await inspection()
    await fullDay(user)
    const { page } = user
    await visit('/', HOME, 'home')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: /^Earlier today/ }).click()
    await look('home with the earlier doses')
    problems.push(...(await checkLargeText(page, 'home with the earlier doses')))
    await page.getByRole('button', { name: /^Snooze the/ }).click()
    await page.getByRole('menuitem', { name: '10 minutes' }).waitFor()
    await look('the snooze menu')
    await page.keyboard.press('Escape')
    await visit('/reminders', /Reminders/, 'reminders')
    await page.setViewportSize({ width: 768, height: 1024 })
    const name = await page.locator('.dose__name').first().boundingBox()
    expect(name?.height, 'the name on a tablet has one line').toBeLessThan(40)
    await visit('/medications', 'My Medications', 'medications')
    await visit('/medications?trip=1', 'Pack for a trip', 'the days of a trip')
    for (const label of ['First day', 'Last day']) await page.getByLabel(label).fill(dateIn(user.timeZone, 1))
    await page.getByRole('heading', { name: 'For 1 day' }).waitFor()
    await look('what to pack for a trip')
    await visit('/reminders', /Reminders/, 'the calendar alarms')
    await page.getByRole('button', { name: 'Subscribe with a link' }).click()
    await page.getByRole('switch', { name: 'Show names' }).waitFor()
    await look('the question before a calendar link')
    await page.getByRole('button', { name: 'Make the link' }).click()
    await page.getByText('It is shown only now.').waitFor()
    await look('a calendar link')
    await page.getByRole('button', { name: 'Done' }).click()
    await visit('/settings/programs', 'Calendar links')
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
    await visit(`/history?day=${dateIn(user.timeZone, -20)}`, 'History', 'a day without doses')

    await user.open('/')
    const open = (name: RegExp) => page.getByRole('link', { name }).first().click()
    const close = (name: string) => user.dialog(name).locator('.dialog__close').click()

    await open(/^Metformin/)
    await user.dialog('Metformin').waitFor()
    await look('the sheet of a dose')
    await page.getByRole('radio', { name: 'Another time' }).check()
    await page.getByLabel('Time taken').fill(timeIn(user.timeZone, 20))
    await page.getByText(/is still to come/).waitFor()
    await look('the sheet with a time to come')
    await close('Metformin')

    await open(/^Hydrochlorothiazide/)
    await user.dialog(/^Hydrochlorothiazide/).waitFor()
    await look('the sheet of a long name')
    await page.keyboard.press('Escape')

    await open(/Ramipril/)
    await page.getByText('What happened').waitFor()
    await look('the sheet of a logged dose')
    await close('Ramipril')

    await page.getByRole('link', { name: 'Log a dose of Ibuprofen' }).click()
    await user.dialog('Ibuprofen').waitFor()
    await look('the sheet of an extra dose')
    await user
      .dialog('Ibuprofen')
      .getByRole('button', { name: /^Taken at/ })
      .click()
    await user.dialog('Log another dose?').waitFor()
    await look('the question before a second dose')

    await page.keyboard.press('Escape')
    await user.open('/')
    await planDay(user, [
      { name: 'Perindopril arginine and indapamide, prolonged release', minutes: [-20] },
      { name: 'Digoxin', minutes: [-25] },
    ])
    for (const name of ['Digoxin', 'Perindopril']) {
      await page.getByRole('button', { name: new RegExp(`^Taken: ${name}`) }).click()
      await user.toast(new RegExp(`^${name}.* taken at`)).waitFor()
    }
    await user.saved()
    const twice = (await user.dosesOnServer()).filter(({ snapshot }) => /Digoxin|Perindopril/.test(snapshot.name))
    for (const [index, event] of twice.entries()) {
      const { seq: _seq, receivedAt: _receivedAt, ...logged } = event
      const other = { ...logged, id: randomUUID(), deviceId: randomUUID(), deviceName: 'Kitchen tablet' }
      const { status } = await user.call('POST', '/api/doses', {
        ...other,
        kind: index === 0 ? 'skipped' : 'taken',
      })
      expect(status).toBe(201)
    }
    await page.getByText('1 more question after this.').waitFor()
    await look('the question on home')
    await page.getByRole('link', { name: /Digoxin/ }).click()
    await user.dialog('Digoxin').getByText('Which one holds?').waitFor()
    await look('the question in the sheet')
    await visit('/history', 'History', 'the history with questions')
    await visit('/reminders', /Reminders/, 'the reminders with questions')
    expect(problems).toEqual([])
  })

  it('where a medication was edited here and deleted elsewhere; in Reminder health: blocked, on an iPhone in a tab, and on with other devices; in the alert; where something waits or needs the person, and on the way out', {
    timeout: 240_000,
  }, async () => {
    const { user, look, visit, problems } = await inspection([
      /status of (404|410) .*\/api\/(medications|batch|doses)/,
      /status of 409 .*\/api\/medications/,
    ])
    const { page } = user
    await user.signUp()
    const [id] = await planDay(user, [{ name: 'Metformin', minutes: [30] }])
    await page
      .getByRole('link', { name: /Metformin/ })
      .first()
      .waitFor()
    await user.workerReady()
    await user.offline()
    await user.open(`/medications?edit=${id}`)
    await submitMedication(page, { dosage: '1000 mg' })
    await page.getByRole('heading', { name: HOME }).waitFor()
    expect((await user.call('DELETE', `/api/medications/${id}`)).status).toBe(200)
    await user.online()
    await page.getByRole('link', { name: '1 thing needs you' }).click()
    await user.dialog('Needs attention').waitFor()
    await look('the card of a deleted medication')
    await page.getByRole('link', { name: /^Add the medication again/ }).click()
    await user.dialog('Add Medication').getByText('was deleted on another device').waitFor()
    await look('the form that adds it again')
    await submitMedication(page, {})
    await page.getByRole('heading', { name: HOME }).waitFor()
    await user.saved()

    await setPermission(user.page, user.url, 'notifications', 'denied')
    await visit('/settings/reminders', 'Allow notifications', 'blocked')

    await pretendSubscribed(user)
    await enableNotifications(user)
    await addDevice(user, 'Kitchen tablet')
    await addDevice(user, 'A telephone with a rather long name, of Margaret’s')
    await user.open('/settings/reminders')
    await user.page.getByText('Set up for reminders', { exact: true }).waitFor()
    await user.page.getByText('Kitchen tablet').waitFor()
    await look('on, with other devices')

    const storageState = await user.context.storageState()
    const phone = await inspection([], { context: { ...ON_IPHONE.context, storageState } })
    await withoutNotifications(phone.user)
    await phone.visit('/settings/reminders', 'Add Dosewell to your home screen', 'on an iPhone in a tab')
    expect(phone.problems).toEqual([])

    await user.open('/')
    await page.getByRole('heading', { name: HOME }).waitFor()
    await look('home with notifications on')
    await planDay(user, [{ name: 'Digoxin', minutes: [-1] }])
    const takesPresses = (name: string | RegExp) =>
      user.dialog(name).getByRole('button', { name: 'Dismiss' }).click({ trial: true })
    await takesPresses(/^Time to take Digoxin/)
    await look('the alert')
    await planDay(user, [{ name: 'Sertraline', minutes: [-1] }])
    await takesPresses('Time to take 2 doses')
    await look('the alert of two doses')
    await user.dialog('Time to take 2 doses').getByRole('button', { name: 'Dismiss' }).click()

    await user.offline()
    await user.addMedication({ name: 'Ramipril', dosage: '500 mg', times: '9 pm', ongoing: true })
    await page.getByRole('link', { name: /waiting to sync/ }).waitFor()
    await visit('/?attention', HOME, 'what waits')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Log out' }).click()
    await user.dialog('Sign out and lose what is not saved yet?').waitFor()
    await look('the question before signing out')
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await visit('/api/logout', 'Sign out?', 'the question of the worker')

    const { status } = await user.call('POST', '/api/medications', {
      name: 'Ramipril',
      dosage: '500 mg',
      reminderTimes: ['08:00'],
    })
    expect(status).toBe(201)
    await user.open('/')
    await user.online()
    await page.getByRole('link', { name: '1 thing needs you' }).click()
    await user.dialog('Needs attention').waitFor()
    await look('what needs the person')

    await user.offline()
    await user.open('/api/logout')
    await page.getByRole('link', { name: 'Sign out anyway' }).click()
    await page.getByRole('heading', { name: 'Signed out on this device' }).waitFor()
    await look('signed out without a network')
    expect(problems).toEqual([])
  })

  it('in the list of doses that nothing announced, and in the alert before a visit', async () => {
    const { user, look, problems } = await inspection()
    await liveInThePast(user, 45)
    await user.signUp()
    await user.workerReady()
    await ledgerBegan(user)
    await planDay(user, [
      { name: 'Metformin', minutes: [-40] },
      { name: 'Ramipril', minutes: [-35] },
    ])
    await user.page.getByText('Ramipril').first().waitFor()
    await sleep(user, 43)
    await user.page.reload()
    await user.dialog('2 doses are not logged yet').waitFor()
    await look('what nothing announced')

    await user.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await enableNotifications(user)
    // Two minutes behind, and two hours and five minutes before the visit.
    await addAppointment(user, { doctorName: 'Sarah Lee', location: 'Room 4' }, 125)
    await user.page.getByText('Sarah Lee').first().waitFor()
    await user.page.clock.fastForward('07:00')
    await user.page.clock.resume()
    const alert = user.dialog(/^Appointment with Sarah Lee/)
    await alert.getByRole('button', { name: 'Dismiss' }).click({ trial: true })
    await look('the alert before a visit')
    expect(problems).toEqual([])
  })
})
