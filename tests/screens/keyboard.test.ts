import { beforeAll, describe, expect, it } from 'vitest'
import { asAdult } from '#server/testing/people.ts'
import { multipartOf, phonePhoto } from '#server/testing/pictures.ts'
import { addAppointment } from '#tests/e2e/support/appointments.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { hasFocus, openAndClose, tabTo } from '#tests/support/focus.ts'
import { until } from '#tests/support/wait.ts'
import type { Locator } from './support/locator.ts'
import { ORIGIN } from './support/network.ts'
import { setUpScreens } from './support/screens.ts'

const ADMIN = 'admin.keys@example.org'
const screens = setUpScreens({ environment: { ADMIN_EMAILS: ADMIN } })

beforeAll(async () => void (await asAdult(screens.server, ADMIN)))

function documentOf(bytes: Buffer, cookie: string) {
  const fields = { documentName: 'Referral', documentType: 'referral', documentDate: '2026-01-02' }
  const { payload, headers } = multipartOf(fields, { bytes })
  return { payload, headers: { ...headers, cookie, 'sec-fetch-site': 'same-origin' } }
}

describe('with a keyboard alone, what opens over a page takes the focus, closes with Escape and gives it back', () => {
  it('on the pages of medicines, visits and documents', async () => {
    const ann = await screens.user()
    const { page } = ann
    await ann.signUp()
    await planDay(ann, [{ name: 'Metformin', minutes: [60] }])
    await addAppointment(ann, { doctorName: 'Sarah Lee' }, 24 * 60)
    const upload = await screens.server.inject({
      method: 'POST',
      url: '/api/medical-documents/upload',
      ...documentOf(await phonePhoto(), await ann.device.cookies.getCookieString(ORIGIN)),
    })
    expect(upload.statusCode).toBe(201)
    const problems: string[] = []
    const open = async (role: 'button' | 'link', name: string | RegExp, dialog: string | RegExp, item?: string) =>
      void problems.push(
        ...(await openAndClose(ann, page.getByRole(role, { name, exact: true }).first(), dialog, item)),
      )

    await ann.open('/')
    await open('link', /Metformin/, 'Metformin')
    await ann.open('/medications')
    await open('link', 'Add Medication', 'Add Medication')
    await open('link', /^Edit/, 'Edit Medication')
    await open('button', /^Delete Metformin/, 'Delete Medication?')
    await ann.open('/appointments')
    await open('link', 'Add Appointment', 'Add Appointment')
    await open('link', /^Edit: .*Sarah Lee/, 'Edit Appointment')
    await open('button', /^Delete: .*Sarah Lee/, /^Delete/)
    await ann.open('/medical-documents')
    await open('button', 'View large: Referral', 'Referral')
    await open('button', 'More for Referral', 'Edit Document', 'Edit')
    await open('button', 'More for Referral', 'Email Document', 'Email')
    await open('button', 'More for Referral', /^Delete/, 'Delete')
    expect(problems).toEqual([])
  })

  it('what is deleted, stopped, completed or undone leaves the focus at the heading before it', async () => {
    const cal = await screens.user()
    const { page } = cal
    await cal.signUp()
    await planDay(cal, [
      { name: 'Metformin', minutes: [60] },
      { name: 'Ramipril', minutes: [60] },
    ])
    await addAppointment(cal, { doctorName: 'Sarah Lee' }, 24 * 60)
    await addAppointment(cal, { doctorName: 'Omar Diaz' }, 24 * 60)
    const press = async (name: RegExp) => {
      await tabTo(cal, page.getByRole('button', { name }))
      await page.keyboard.press('Enter')
    }
    const answer = async (dialog: string, button: string) => {
      await cal.dialog(dialog).getByRole('button', { name: button }).focus()
      await page.keyboard.press('Enter')
    }
    const focusOn = (heading: string) =>
      until(() => hasFocus(page.getByRole('heading', { name: heading })), { what: `the focus on ${heading}` })

    await cal.open('/medications')
    await press(/^Delete Metformin/)
    await answer('Delete Medication?', 'Delete')
    await focusOn('My Medications')
    await press(/^Delete Ramipril/)
    await answer('Delete Medication?', 'Stop instead')
    await focusOn('My Medications')
    await cal.open('/appointments')
    await press(/^Mark as Complete for .*Sarah Lee/)
    await focusOn('Doctor Appointments')
    await press(/^Delete: .*Omar Diaz/)
    await answer('Delete Appointment?', 'Delete')
    await focusOn('Doctor Appointments')

    await cal.addMedication({ name: 'Salbutamol', howOften: 'Only when needed', ongoing: true })
    await page.getByRole('link', { name: 'Log a dose of Salbutamol' }).click()
    await cal
      .dialog('Salbutamol')
      .getByRole('button', { name: /^Taken at/ })
      .click()
    await cal.toast(/^Salbutamol taken/).waitFor()
    await cal.open('/history')
    await press(/^Undo Salbutamol/)
    await until(() => page.evaluate(() => document.activeElement?.tagName === 'H2'), {
      what: 'the focus on the day',
    })
  })

  it('on the page of the account and in the menu of a subscriber', async () => {
    const bea = await screens.user()
    const { page } = bea
    const email = newAddress('bea')
    await bea.signUp(email)
    const elsewhere = await screens.user()
    await elsewhere.signIn(email)
    const problems: string[] = []
    const open = async (opener: Locator, dialog: string | RegExp) =>
      void problems.push(...(await openAndClose(bea, opener, dialog)))

    await bea.open('/settings')
    await open(page.getByRole('switch', { name: 'Ask for a PIN' }), 'Set a PIN for Dosewell')
    await open(page.getByRole('button', { name: /^Sign out .+/ }), /^Sign out .+\?$/)
    await open(page.getByRole('button', { name: 'Delete account' }), 'Delete your account?')
    expect(problems).toEqual([])

    const premium = page.getByRole('button', { name: 'Premium' })
    await tabTo(bea, premium)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Cancel Subscription' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').waitFor({ state: 'hidden' })
    expect(await hasFocus(premium)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Cancel Subscription' }).waitFor()
    await page.keyboard.press('Enter')
    await bea.dialog('Cancel Subscription?').waitFor()
    await page.keyboard.press('Escape')
    await bea.dialog('Cancel Subscription?').waitFor({ state: 'hidden' })
    expect(await hasFocus(premium)).toBe(true)
  })

  it('on the page of an admin, whose tabs are walked by the arrow keys', async () => {
    const email = newAddress('somebody')
    await asAdult(screens.server, email)
    const boss = await screens.user()
    const { page } = boss
    await boss.signIn(ADMIN)
    await boss.open('/admin')
    const problems: string[] = []
    const open = async (name: string, dialog: string) =>
      void problems.push(...(await openAndClose(boss, page.getByRole('button', { name }), dialog)))
    await open(`Reset password of ${email}`, 'Reset User Password')
    await open(`Delete ${email}`, 'Delete User')
    expect(problems).toEqual([])

    const tab = (name: string) => page.getByRole('tab', { name })
    await tabTo(boss, tab('Users'))
    for (const [key, name] of [
      ['ArrowRight', 'Promotions'],
      ['ArrowRight', 'Email'],
      ['End', 'Recent Activity'],
      ['ArrowLeft', 'Inbox'],
      ['Home', 'Users'],
    ] as const) {
      await page.keyboard.press(key)
      expect(await hasFocus(tab(name)), name).toBe(true)
      await page.getByRole('tabpanel', { name }).waitFor()
    }
  })
})
