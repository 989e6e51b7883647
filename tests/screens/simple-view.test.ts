import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const button = ({ page }: User, name: string | RegExp) => page.getByRole('button', { name })
const card = ({ page }: User, name: string | RegExp) => page.getByRole('article', { name })
const focused = (user: User) => user.page.evaluate(() => document.activeElement?.textContent)

/** Somebody whose device shows the simple view; `said` is what the device's voice says. */
async function simple(doses: Parameters<typeof planDay>[1]): Promise<{ user: User; said: [string, string][] }> {
  const user = await screens.user()
  await user.signUp()
  await planDay(user, doses)
  const said: [string, string][] = []
  user.device.globals.SpeechSynthesisUtterance = class {
    lang = ''
    text: string
    constructor(text: string) {
      this.text = text
    }
  }
  user.device.globals.speechSynthesis = {
    speak: ({ text, lang }: { text: string; lang: string }) => said.push([text, lang]),
    cancel: () => undefined,
  }
  await user.open('/settings')
  await user.page.getByRole('switch', { name: 'Simple view' }).click()
  await button(user, 'Back to the simple view').click()
  return { user, said }
}

describe('the simple view (additions, 4)', () => {
  it('shows one dose at a time, what is due first; after each it says what became of it, and only Next goes on', async () => {
    const { user } = await simple([
      { name: 'Amlodipine', minutes: [-30], dosage: '5 mg' },
      { name: 'Metformin', minutes: [90] },
    ])
    await card(user, 'Amlodipine').getByText('5 mg').waitFor()
    expect(await user.page.getByRole('article').count()).toBe(1)
    expect(await user.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).count()).toBe(0)
    await button(user, 'Taken: Amlodipine').click()
    await card(user, 'Amlodipine')
      .getByText(/^Taken \d/)
      .waitFor()
    await button(user, 'Undo Amlodipine').click()
    await button(user, 'Skip Amlodipine').click()
    await card(user, 'Amlodipine')
      .getByText(/^Skipped/)
      .waitFor()
    await button(user, 'Next').click()
    // That of yesterday, which nobody has answered yet.
    await card(user, 'Metformin')
      .getByText(/hours late$/)
      .waitFor()
    expect(await focused(user)).toBe('Metformin')
    await button(user, 'Skip Metformin').click()
    await card(user, 'Metformin')
      .getByText(/^Skipped/)
      .waitFor()
    await button(user, 'Next').click()
    await card(user, 'Metformin').getByText('Upcoming').waitFor()
    expect(await button(user, /^Taken/).count()).toBe(0)
    await button(user, 'Next').click()
    await card(user, '1 dose left today').waitFor()
    await button(user, 'Back').click()
    await card(user, 'Metformin').waitFor()
    await user.saved()
    expect((await user.dosesOnServer()).map(({ kind }) => kind)).toEqual(['taken', 'undone', 'skipped', 'skipped'])
  })

  it('ends the day with what comes next, and reminds later when asked to, which Undo takes back', async () => {
    const { user } = await simple([{ name: 'Ramipril', minutes: [-20] }])
    await button(user, 'Remind me later').click()
    await user.page.getByRole('heading', { name: 'Remind me again' }).waitFor()
    await button(user, '30 minutes').click()
    await card(user, 'Ramipril')
      .getByText(/^Snoozed to/)
      .waitFor()
    await button(user, 'Undo Ramipril').click()
    await card(user, 'Ramipril')
      .getByText(/min late$/)
      .waitFor()
    await button(user, 'Taken: Ramipril').click()
    await button(user, 'Next').click()
    await card(user, 'All done for today')
      .getByText(/^Tomorrow, /)
      .waitFor()
    await card(user, 'All done for today').getByText('Ramipril').waitFor()
  })

  it('reads a card aloud, and each card where that is wanted, in the language of the app', async () => {
    const { user, said } = await simple([
      { name: 'Amlodipine', minutes: [-30], dosage: '5 mg' },
      { name: 'Metformin', minutes: [90] },
    ])
    await button(user, 'Read aloud').click()
    expect(said.slice(0, 2)).toEqual([
      ['Amlodipine', 'en-AU'],
      ['5 mg', 'en-AU'],
    ])
    said.length = 0
    await user.page.getByRole('switch', { name: 'Read each card to me' }).click()
    await button(user, 'Next').click()
    await card(user, 'Metformin').waitFor()
    await expect.poll(() => said.map(([text]) => text)).toContain('Metformin')
  })

  it('asks about the limits of a label, and logs nothing when the answer is no', async () => {
    const { user } = await simple([{ name: 'Paracetamol', minutes: [-40, -20] }])
    const [medication] = await user.medicationsOnServer()
    await user.call('PATCH', `/api/medications/${medication?.id}`, { limits: { minHours: 4, maxIn24h: null } })
    await user.page.reload()
    await button(user, 'Taken: Paracetamol').click()
    await card(user, 'Paracetamol')
      .getByText(/^Taken \d/)
      .waitFor()
    await button(user, 'Next').click()
    const missed = card(user, 'Paracetamol')
    await missed.getByText('Missed').waitFor()
    await button(user, 'I took it: Paracetamol').click()
    await user.dialog('Paracetamol').waitFor()
    await user
      .dialog('Paracetamol')
      .getByRole('button', { name: /^Taken at/ })
      .click()
    await user.dialog('Log Paracetamol anyway?').getByRole('button', { name: 'Cancel' }).click()
    await user.saved()
    expect((await user.dosesOnServer()).length).toBe(1)
  })

  it('leads to everything and back, and is off again on this device once it is switched off', async () => {
    const { user } = await simple([{ name: 'Amlodipine', minutes: [-30] }])
    await card(user, 'Amlodipine').waitFor()
    expect(await user.page.getByRole('navigation').count()).toBe(0)
    await button(user, 'Show everything').click()
    await user.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    await button(user, 'Back to the simple view').click()
    await card(user, 'Amlodipine').waitFor()
    await user.open('/settings')
    await user.page.getByRole('switch', { name: 'Simple view' }).click()
    await user.open('/')
    await user.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    expect(await button(user, 'Back to the simple view').count()).toBe(0)
  })

  it('begins with the first dose when the medicines come only after it was opened', async () => {
    const { user } = await simple([])
    await user.page.getByRole('heading', { name: 'No medications yet' }).waitFor()
    await planDay(user, [{ name: 'Amlodipine', minutes: [-30] }])
    await card(user, 'Amlodipine').waitFor()
  })

  it('has the cards of everybody, and says whose each is', async () => {
    const user = await screens.user()
    await user.signUp()
    await planDay(user, [{ name: 'Amlodipine', minutes: [-30] }])
    await user.open('/settings/people')
    await button(user, 'Add a person').click()
    await user.dialog().getByLabel('Name', { exact: true }).fill('Mia')
    await user.dialog().getByRole('button', { name: 'Add', exact: true }).click()
    await user.toast('Mia was added').waitFor()
    await user.open('/settings')
    await user.page.getByRole('switch', { name: 'Simple view' }).click()
    await button(user, 'Back to the simple view').click()
    await card(user, 'Amlodipine').getByText('You').waitFor()
  })
})
