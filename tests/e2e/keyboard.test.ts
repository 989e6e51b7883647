import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { phonePhoto } from '#server/testing/pictures.ts'
import { planDay } from './support/day.ts'
import type { Person } from './support/person.ts'
import { setStage } from './support/stage.ts'
import { addVisit } from './support/visits.ts'

const stage = setStage()

/** More stops than any page here has. */
const MOST_STOPS = 120

const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement)

/** Presses Tab from the top of the page until the element has the focus. */
async function tabTo(person: Person, element: Locator): Promise<void> {
  await element.waitFor()
  await person.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await person.page.keyboard.press('Tab')
    if (await hasFocus(element)) return
  }
  throw new Error(`Tab never came to ${element}`)
}

/** Opens by key what the element opens, and closes it with Escape. Answers what was wrong with where the focus was. */
async function openAndClose(person: Person, opener: Locator, name: string | RegExp): Promise<string[]> {
  const problems: string[] = []
  await tabTo(person, opener)
  await person.page.keyboard.press('Enter')
  const dialog = person.dialog(name)
  await dialog.waitFor()
  const isInside = () => dialog.evaluate((one) => one.contains(document.activeElement))
  if (!(await isInside())) problems.push(`${name}: the focus did not go into it`)
  await person.page.keyboard.press('Shift+Tab')
  // Before the first stop there is the browser itself; in the page that is nothing.
  const isNowhere = () => person.page.evaluate(() => document.activeElement === document.body)
  if (!(await isInside()) && !(await isNowhere())) problems.push(`${name}: the focus left it`)
  await person.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  if (!(await hasFocus(opener))) problems.push(`${name}: the focus did not come back to what opened it`)
  return problems
}

describe('with a keyboard alone, what opens over a page takes the focus, closes with Escape and gives it back', () => {
  it('on the pages of medicines, visits and documents', async () => {
    const ann = await stage.person()
    const { page } = ann
    await ann.signUp()
    await planDay(ann, [{ name: 'Metformin', minutes: [60] }])
    await addVisit(ann, { doctorName: 'Sarah Lee' }, 24 * 60)
    const upload = await page.request.post(`${ann.url}/api/medical-documents/upload`, {
      multipart: {
        documentName: 'Referral',
        documentType: 'referral',
        documentDate: '2026-01-02',
        image: { name: 'referral.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() },
      },
    })
    expect(upload.status()).toBe(201)
    const problems: string[] = []
    const open = async (role: 'button' | 'link', name: string | RegExp, dialog: string | RegExp) =>
      void problems.push(
        ...(await openAndClose(ann, page.getByRole(role, { name, exact: true }).first(), dialog)),
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
    await open('button', 'Edit Referral', 'Edit Document')
    await open('button', 'Email Referral', 'Email Document')
    await open('button', 'Delete Referral', /^Delete/)
    expect(problems).toEqual([])
  })

  it('on the page of the account and in the menu of a subscriber', async () => {
    const bea = await stage.person()
    const { page } = bea
    await bea.signUp('bea.keys@example.org')
    const elsewhere = await stage.person()
    await elsewhere.signIn('bea.keys@example.org')
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
})
