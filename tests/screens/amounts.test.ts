import { describe, expect, it } from 'vitest'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { timeIn } from '#tests/e2e/support/zones.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

async function lastDose(user: User): Promise<DoseEvent | undefined> {
  await user.saved()
  return (await user.dosesOnServer()).at(-1)
}

const AMOUNTS = { unit: 'tablet', each: '1.5' }

const PLANNED = { amount: '1.5', unit: 'tablet' }

/** Somebody with a medicine that is due: one and a half tablets. */
async function withDose(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  const now = Date.now()
  const { status } = await user.call('POST', '/api/medications', {
    name: 'Levodopa',
    dosage: '100 mg',
    reminderTimes: [timeIn(user.timeZone, -2, now)],
    amounts: AMOUNTS,
    createdAt: new Date(now - 24 * 60 * 60_000).toISOString(),
  })
  expect(status).toBe(201)
  return user
}

describe('the amount of a dose', () => {
  it('is the planned one with one press, and is in the log', async () => {
    const ann = await withDose()
    await ann.page.getByRole('button', { name: 'Taken: Levodopa' }).click()
    await ann.toast(/^Levodopa taken/).waitFor()
    const event = await lastDose(ann)
    expect(event).toMatchObject({ kind: 'taken', amount: null, snapshot: PLANNED })
    expect(event).not.toHaveProperty('takenAmount')
  })

  it('differs by halves or exactly, and is shown where it does', async () => {
    const ben = await withDose()
    await ben.page.getByRole('link', { name: /^Levodopa/ }).click()
    const sheet = ben.dialog('Levodopa')
    await sheet.getByRole('button', { name: 'More' }).click()
    await sheet.getByText('2 tablets', { exact: true }).waitFor()
    await sheet.getByRole('button', { name: /^Type it/ }).click()
    await sheet.getByLabel('Amount (tablet)').fill('a bit')
    await sheet.getByRole('button', { name: /^Taken at/ }).click()
    await sheet.getByText('Write an amount like 1, ½, 0.25 or 1/3').waitFor()
    await sheet.getByLabel('Amount (tablet)').fill('1/3')
    await sheet.getByRole('button', { name: /^Taken at/ }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await lastDose(ben)).toMatchObject({ takenAmount: '1/3', snapshot: PLANNED })
    await ben.page.getByText('Levodopa, ⅓ tablet').waitFor()
    await ben.open('/history')
    await ben.page.getByText(/^Taken .*, ⅓ tablet$/).waitFor()
    await ben.page
      .getByRole('listitem')
      .getByRole('link', { name: /Levodopa/ })
      .click()
    await sheet.getByText('1½ tablets', { exact: true }).waitFor()
    await sheet.getByText(/^⅓ tablet\. Logged/).waitFor()
    await sheet.getByRole('button', { name: 'Change' }).click()
    await sheet.getByText('⅓ tablet', { exact: true }).waitFor()
  })
})
