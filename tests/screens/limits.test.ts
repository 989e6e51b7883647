import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fillMedication } from '#tests/e2e/support/medication-form.ts'
import { timeIn } from '#tests/e2e/support/zones.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const HOUR = 3_600_000

async function logOf(user: User): Promise<string[]> {
  await user.saved()
  return (await user.dosesOnServer()).map(({ kind, snapshot }) => `${kind} ${snapshot.name}`)
}

/** Adds a medicine of yesterday through the API, and doses of it taken so long ago (hours). Returns its id. */
async function withTaken(user: User, fields: object, ago: readonly number[]): Promise<string> {
  const now = Date.now()
  const id = randomUUID()
  const iso = (ms: number) => new Date(ms).toISOString()
  const added = await user.call('POST', '/api/medications', { id, createdAt: iso(now - 48 * HOUR), ...fields })
  expect(added.status).toBe(201)
  for (const hours of ago) {
    const { status } = await user.call('POST', '/api/doses', {
      id: randomUUID(),
      medicationId: id,
      kind: 'taken',
      at: iso(now - hours * HOUR),
      loggedAt: iso(now - hours * HOUR),
      deviceId: randomUUID(),
      snapshot: { name: 'Ibuprofen', dosage: '', date: null, time: null },
    })
    expect(status).toBe(201)
  }
  return id
}

describe('the limits on a label', () => {
  it('are typed in the form, corrected, and said on the card', async () => {
    const ann = await screens.user()
    await ann.signUp()
    await ann.open('/medications?add=1')
    const form = ann.dialog('Add Medication')
    await fillMedication(ann.page, { name: 'Ibuprofen', howOften: 'Only when needed', ongoing: true })
    await form.getByLabel('Hours apart, at least').fill('200')
    await form.getByLabel('Doses in 24 hours, at most').fill('3')
    await form.getByRole('button', { name: 'Add Medication' }).click()
    await form.getByText('Enter hours from 0.25 to 168, such as 4 or 0.5').waitFor()
    await form.getByLabel('Hours apart, at least').fill('4')
    await form.getByRole('button', { name: 'Add Medication' }).click()
    await until(async () => (await ann.medicationsOnServer()).length === 1)
    expect((await ann.medicationsOnServer())[0]).toMatchObject({ limits: { minHours: 4, maxIn24h: '3' } })
    await ann.open('/medications')
    await ann.page.getByText('0 of 3 doses in 24 hours').waitFor()
    await ann.page.getByRole('link', { name: 'Edit Ibuprofen' }).click()
    const edit = ann.dialog('Edit Medication')
    await edit.getByLabel('Hours apart, at least').fill('')
    await edit.getByLabel('Doses in 24 hours, at most').fill('')
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await until(async () => (await ann.medicationsOnServer())[0]?.limits === null)
    await edit.waitFor({ state: 'hidden' })
    await ann.page.getByRole('link', { name: 'Edit Ibuprofen' }).waitFor()
    expect(await ann.page.getByText(/in 24 hours/).count()).toBe(0)
  })

  it('ask once where a dose only when needed is logged too soon, and never refuse', async () => {
    const ben = await screens.user()
    await ben.signUp()
    await withTaken(
      ben,
      { name: 'Ibuprofen', schedule: { kind: 'as-needed' }, limits: { minHours: 4, maxIn24h: '8' } },
      [2.2, 30],
    )
    await ben.page.getByText('1 of 8 doses in 24 hours').waitFor()
    await ben.page.getByText(/^Next one from \d+:\d\d [AP]M by the label$/).waitFor()
    await ben.page.getByRole('link', { name: 'Log a dose of Ibuprofen' }).click()
    const sheet = ben.dialog('Ibuprofen')
    const press = () => sheet.getByRole('button', { name: /^Taken at/ }).click()
    await press()
    const question = ben.dialog('Log Ibuprofen anyway?')
    await question.getByText('Last taken 2 h 12 min ago. The label says at least 4 hours apart.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await logOf(ben)).toHaveLength(2)
    await press()
    await question.getByRole('button', { name: 'Log anyway' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await logOf(ben)).toHaveLength(3)
    await ben.page.getByText('2 of 8 doses in 24 hours').waitFor()
  })

  it('ask at the buttons of home, once for all doses of a press', async () => {
    const cleo = await screens.user()
    await cleo.signUp()
    const reminderTimes = [timeIn(cleo.timeZone, -2)]
    const amounts = { unit: 'tablet', each: '1' }
    await withTaken(cleo, { name: 'Codeine', reminderTimes, amounts, limits: { minHours: 6, maxIn24h: '2' } }, [5])
    await withTaken(cleo, { name: 'Ramipril', reminderTimes }, [])
    await cleo.page.getByRole('button', { name: /^Taken \(2\)/ }).click()
    const question = cleo.dialog('Log these doses anyway?')
    await question.getByText('Codeine: Last taken 5 h ago. The label says at least 6 hours apart.').waitFor()
    await question.getByRole('button', { name: 'Log anyway' }).click()
    await cleo.toast(/^2 doses taken/).waitFor()
    expect((await logOf(cleo)).slice(1).sort()).toEqual(['taken Codeine', 'taken Ramipril'])

    await cleo
      .toast(/^2 doses taken/)
      .getByRole('button', { name: 'Undo' })
      .click()
    await cleo.page.getByRole('button', { name: 'Codeine: taken' }).click()
    await cleo.dialog('Log Codeine anyway?').getByRole('button', { name: 'Cancel' }).click()
    expect((await logOf(cleo)).filter((line) => line === 'taken Codeine')).toHaveLength(1)
  })
})
