import { describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import type { ErrorCode } from '#domain/protocol/errors.ts'
import { errorBody } from '#domain/protocol/errors.ts'
import { PROTOCOL_HEADER } from '#domain/protocol/headers.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import { submitMedication } from '#tests/e2e/support/medication-form.ts'
import { timeIn } from '#tests/e2e/support/zones.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'
import { newAddress } from './support/user.ts'

const screens = setUpScreens()

const HOME = 'Welcome to Your Medication Dashboard'
const REFUSED = /status of (400|403|404|409|410) .*\/api\/(medications|doses|batch)/

const panel = (user: User) => user.dialog('Needs attention')
const card = (user: User, title: string) =>
  panel(user)
    .getByRole('listitem')
    .filter({ has: user.page.getByRole('heading', { name: title }) })

async function openPanel(user: User, words: string): Promise<void> {
  await user.page.getByRole('link', { name: words }).click()
  await panel(user).waitFor()
}

async function twoDevices(): Promise<[User, User]> {
  const email = newAddress()
  const phone = await screens.user({ expected: [REFUSED] })
  await phone.signUp(email)
  const computer = await screens.user({ expected: [REFUSED] })
  await computer.signIn(email)
  return [phone, computer]
}

/** Opens the sheet of the only dose that the home screen offers, and logs it. */
async function logDose(user: User, link: RegExp): Promise<void> {
  await user.page.getByRole('link', { name: link }).first().click()
  await user
    .dialog()
    .getByRole('button', { name: /^Taken at/ })
    .click()
  await user.toast(/taken at/).waitFor()
}

/** Returns the server's own answer: each medication with the number of doses logged for it. */
async function onServer(user: User): Promise<string[]> {
  const events = await user.dosesOnServer()
  const medications = await user.medicationsOnServer()
  return medications
    .map(({ id, name, dosage }) => {
      const count = events.filter(({ medicationId }) => medicationId === id).length
      return `${name} ${dosage}: ${count}`
    })
    .sort()
}

describe('the same medication added on two devices while apart, with a dose on each', () => {
  /** Ends with the panel open on the phone, whose medication came second. */
  async function addedTwice(): Promise<[User, User]> {
    const [phone, computer] = await twoDevices()
    const time = timeIn(phone.timeZone, 60)
    for (const device of [phone, computer]) {
      await device.offline()
      await device.addMedication({ name: 'Prednisone', dosage: '5 mg', times: time, ongoing: true })
      await logDose(device, /Prednisone/)
    }
    await computer.online()
    await computer.saved()
    await phone.online()
    const line = phone.page.getByRole('link', { name: '1 thing needs you' })
    await line.waitFor()
    // On a phone the doses of a day fill more than a screen.
    const today = phone.page.getByRole('heading', { name: /^Today/ })
    const isAbove = await today.evaluate((day) => {
      const shown = day.ownerDocument.querySelector('.sync[data-state="attention"]')
      return shown !== null && day.compareDocumentPosition(shown) === shown.DOCUMENT_POSITION_PRECEDING
    })
    expect(isAbove).toBe(true)
    await openPanel(phone, '1 thing needs you')
    await card(phone, 'Prednisone is there twice').getByText('1 entry waits with it.').waitFor()
    return [phone, computer]
  }

  it('S6.3 kept as a new one is there twice, each with its dose', async () => {
    const [phone, computer] = await addedTwice()
    await panel(phone)
      .getByRole('button', { name: /^Keep mine as a new one/ })
      .click()
    await phone.saved()
    expect(await onServer(phone)).toEqual(['Prednisone 5 mg: 1', 'Prednisone 5 mg: 1'])
    await panel(phone).getByText('Nothing needs you').waitFor()
    await computer.open('/medications')
    await computer.page.getByText('2 medications').waitFor()
  })

  it('edited is a medication of its own, and takes its dose along', async () => {
    const [phone] = await addedTwice()
    await panel(phone).getByRole('link', { name: /^Edit/ }).click()
    await submitMedication(phone.page, { dosage: '25 mg' })
    await phone.saved()
    expect(await onServer(phone)).toEqual(['Prednisone 25 mg: 1', 'Prednisone 5 mg: 1'])
  })

  it('discarded with its dose leaves what the other device has', async () => {
    const [phone] = await addedTwice()
    await panel(phone)
      .getByRole('button', { name: /^Discard mine/ })
      .click()
    await phone.dialog('Discard mine?').getByRole('button', { name: 'Discard' }).click()
    await phone.saved()
    expect(await onServer(phone)).toEqual(['Prednisone 5 mg: 1'])
    await phone.open('/')
    expect(await phone.page.locator('.conflict').count()).toBe(0)
  })

  it('discarded without its dose moves it to the other one: both logged one slot, which is asked about', async () => {
    const [phone, computer] = await addedTwice()
    await panel(phone)
      .getByRole('button', { name: /^Discard mine/ })
      .click()
    await phone.dialog('Discard mine?').getByRole('button', { name: 'Keep the entries' }).click()
    await phone.saved()
    expect(await onServer(phone)).toEqual(['Prednisone 5 mg: 2'])
    const question = (device: User) =>
      device.page.locator('.conflict').filter({ hasText: 'Prednisone was logged twice' })
    await question(computer).waitFor()
    await computer.page.getByRole('button', { name: 'It was one dose' }).click()
    await phone.open('/')
    await phone.page.getByRole('link', { name: /Taken.*Prednisone/ }).waitFor()
    await question(phone).waitFor({ state: 'detached' })
  })
})

describe('a medication edited and taken here, deleted there meanwhile', () => {
  async function editedAndDeleted(): Promise<User> {
    const [phone, computer] = await twoDevices()
    const [id = ''] = await planDay(phone, [{ name: 'Metformin', minutes: [-20], dosage: '500 mg' }])
    await phone.page.getByRole('button', { name: 'Taken: Metformin' }).waitFor()
    await phone.offline()
    await phone.page.getByRole('button', { name: 'Taken: Metformin' }).click()
    await phone.toast(/^Metformin taken/).waitFor()
    await phone.open(`/medications?edit=${id}`)
    await submitMedication(phone.page, { dosage: '1000 mg', instructions: 'After dinner' })
    await phone.page.getByRole('heading', { name: HOME }).waitFor()
    await computer.open('/medications')
    await computer.page.getByRole('button', { name: 'Delete Metformin' }).click()
    await computer.dialog('Delete Medication?').getByRole('button', { name: 'Delete' }).click()
    await computer.saved()
    await phone.online()
    await openPanel(phone, '2 things need you')
    return phone
  }

  it('S6.8 is named, and added again with what was typed and with its dose', async () => {
    const phone = await editedAndDeleted()
    const cards = card(phone, 'Metformin was deleted on another device')
    await cards.nth(1).waitFor()
    await panel(phone).getByText('Dosage: 1000 mg').waitFor()
    await cards
      .filter({ hasText: 'Dosage: 1000 mg' })
      .getByRole('link', { name: /^Add the medication again/ })
      .click()
    const form = phone.dialog('Add Medication')
    const field = (label: string) => form.getByLabel(label, { exact: true }).inputValue()
    await form.getByText('Metformin was deleted on another device').waitFor()
    expect([await field('Name'), await field('Dosage'), await field('Instructions')]).toEqual([
      'Metformin',
      '1000 mg',
      'After dinner',
    ])
    expect(await field('Reminder times')).toMatch(/^\d+:\d\d [AP]M$/)
    await form.getByRole('button', { name: 'Add Medication' }).click()
    await phone.saved()
    expect(await onServer(phone)).toEqual(['Metformin 1000 mg: 1'])
  })

  it('is let go entry by entry', async () => {
    const phone = await editedAndDeleted()
    for (const left of [1, 0]) {
      await panel(phone)
        .getByRole('button', { name: /^Discard mine/ })
        .first()
        .click()
      await phone.dialog('Discard mine?').getByRole('button', { name: 'Discard' }).click()
      await card(phone, 'Metformin').nth(left).waitFor({ state: 'detached' })
    }
    await panel(phone).getByText('Nothing needs you').waitFor()
    await phone.saved()
    expect(await onServer(phone)).toEqual([])
  })
})

describe('refused after four days without a network', () => {
  const FUROSEMIDE = {
    name: 'Furosemide',
    dosage: '40 mg',
    frequency: 'once a day',
    howOften: 'Only when needed',
    instructions: 'With water',
    ongoing: true,
  } as const

  /** Makes the server refuse every write like that, until the returned function is called. */
  async function refusing(user: User, status: number, code: ErrorCode, error: string, field?: string) {
    const isWrite = /\/api\/(medications|batch)$/
    await user.context.route(isWrite, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const headers = { 'content-type': 'application/json', [PROTOCOL_HEADER]: '1' }
      await route.fulfill({ status, headers, body: JSON.stringify(errorBody(code, error, field)) })
    })
    return () => user.context.unroute(isWrite)
  }

  /** Enters a medication and a dose of it four days ago; the panel is open. */
  async function daysLater(user: User, refuse: () => Promise<() => Promise<void>>) {
    await user.page.clock.install()
    await user.signUp()
    await user.offline()
    await user.addMedication(FUROSEMIDE)
    await logDose(user, /^Log a dose of Furosemide/)
    await user.page.clock.fastForward(4 * DAY)
    await user.page.reload()
    await user.page.getByText(/^2 changes since .* are on this device only/).waitFor()
    const accept = await refuse()
    await user.online()
    await openPanel(user, '1 thing needs you')
    const refused = card(user, 'Furosemide was not saved')
    for (const line of ['40 mg, only when needed', 'once a day', 'With water', '1 entry waits with it.'])
      await refused.getByText(line).waitFor()
    return accept
  }

  it('S6.3 S6.4 by a rule: everything typed is in the form, and saving sends it with the dose that waited', async () => {
    const gus = await screens.user({ expected: [REFUSED] })
    const sentence = 'This dosage cannot be saved.'
    const accept = await daysLater(gus, () => refusing(gus, 400, 'invalid', sentence, 'dosage'))
    await panel(gus).getByText(sentence).waitFor()
    await panel(gus).getByRole('link', { name: /^Edit/ }).click()
    const form = gus.dialog('Add Medication')
    await form.getByText(sentence).nth(1).waitFor()
    const field = (label: string) => form.getByLabel(label, { exact: true }).inputValue()
    for (const label of ['Name', 'Dosage', 'Frequency', 'Instructions'] as const) {
      const key = label.toLowerCase() as 'name' | 'dosage' | 'frequency' | 'instructions'
      expect(await field(label)).toBe(FUROSEMIDE[key])
    }
    await accept()
    await submitMedication(gus.page, { dosage: '20 mg' })
    await gus.saved()
    expect(await onServer(gus)).toEqual(['Furosemide 20 mg: 1'])
  })

  it('S6.3 by the plan: the way to Premium stands first, and trying again sends it', async () => {
    const hal = await screens.user({ expected: [REFUSED] })
    const sentence = 'This needs Premium.'
    const accept = await daysLater(hal, () => refusing(hal, 403, 'premium_required', sentence))
    await panel(hal).getByText(sentence).waitFor()
    const upgrade = panel(hal).getByRole('link', { name: /^Upgrade/ })
    expect(await upgrade.getAttribute('href')).toBe('/pricing')
    await accept()
    await panel(hal)
      .getByRole('button', { name: /^Try again/ })
      .click()
    await hal.saved()
    expect(await onServer(hal)).toEqual(['Furosemide 40 mg: 1'])
  })
})
