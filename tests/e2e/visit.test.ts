import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readPdf } from '#src/testing/pdf-text.ts'
import { submitAppointment } from './support/appointment-form.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

const LEE = { doctor: 'Sarah Lee', date: '2031-12-01', time: '14:30' }

async function add(page: Page, entry: Parameters<typeof submitAppointment>[1]): Promise<void> {
  await page.getByRole('link', { name: 'Add Appointment' }).click()
  await submitAppointment(page, entry)
}

describe('a visit', () => {
  it('is prepared without a network: one page with what changed since the last one, and the notes', async () => {
    const bea = await screens.user()
    await bea.signUp()
    await bea.workerReady()
    await bea.offline()
    const { page } = bea
    await page.getByRole('link', { name: 'Appointments', exact: true }).click()
    await add(page, { ...LEE, date: '2026-01-15' })
    await page.getByRole('button', { name: 'Mark as Complete for Sarah Lee, Jan 15, 2026 at 2:30 PM' }).click()
    await bea.toast('Appointment marked complete').waitFor()
    await add(page, { ...LEE, notes: 'Is the swelling from the tablets?' })
    await page.getByRole('link', { name: 'Prepare this visit: Sarah Lee, Dec 1, 2031 at 2:30 PM' }).click()
    const dialog = bea.dialog('Prepare this visit')
    await dialog.getByText(/what changed since Jan 15, 2026/).waitFor()
    const notes = dialog.getByLabel('Notes for the doctor')
    expect(await notes.inputValue()).toBe('Is the swelling from the tablets?')
    await notes.fill('Is the swelling from the tablets?\nMay I drive?')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download PDF' }).click()
    const { lines } = await readPdf(readFileSync(await (await download).path()))
    for (const line of ['Changes since Jan 15, 2026', 'Is the swelling from the tablets?', 'May I drive?'])
      expect(lines).toContain(line)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('heading', { name: 'Doctor Appointments' }).waitFor()
    await page.getByText('May I drive?').waitFor()
  })
})
