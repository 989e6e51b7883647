import { describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import type { ErrorCode } from '#domain/protocol/errors.ts'
import { errorBody } from '#domain/protocol/errors.ts'
import { PROTOCOL_HEADER } from '#domain/protocol/headers.ts'
import { submitMedication } from './support/medication-form.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

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
    await user.signUp()
    await user.workerReady()
    await user.offline()
    await user.addMedication(FUROSEMIDE)
    await logDose(user, /^Log a dose of Furosemide/)
    await user.context.clock.setFixedTime(Date.now() + 4 * DAY)
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
})
