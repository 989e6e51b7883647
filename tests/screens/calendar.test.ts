import { describe, expect, it } from 'vitest'
import { formatTime12, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import { timeIn } from '#tests/e2e/support/zones.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** Presses the button and reads the resulting file. */
async function fileFrom({ page }: User, button: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('reminders.ics')
  return (await file.bytes()).toString('utf8')
}

const count = (file: string, line: string): number => file.split('\r\n').filter((one) => one === line).length

describe('calendar alarms', () => {
  it('R6.3 are made without a network, and the page says when the plan changed since', async () => {
    const ada = await screens.user()
    await ada.signUp()
    await planDay(ada, [{ name: 'Metformin', minutes: [-180] }])
    await ada.saved()
    await ada.page.goto('/reminders')
    await ada.page.getByRole('button', { name: 'Get calendar alarms' }).waitFor()
    await ada.offline()

    const file = await fileFrom(ada, 'Get calendar alarms')
    expect([count(file, 'BEGIN:VALARM'), count(file, 'STATUS:CONFIRMED')]).toEqual([30, 30])
    expect(file).not.toContain('Metformin')
    await ada.page.getByText(/^Open the file to add them/).waitFor()

    await ada.online()
    await planDay(ada, [{ name: 'Ramipril', minutes: [-240] }])
    await ada.page.goto('/reminders')
    await ada.page.getByText('Your dose times changed.').waitFor()
    const again = await fileFrom(ada, 'Get them again')
    expect(count(again, 'BEGIN:VALARM')).toBe(60)
    await ada.page.getByText(/^Open the file to add them/).waitFor()
  })

  it('R6.3 of another tab are known to a tab that is looked at again', async () => {
    const ada = await screens.user()
    await ada.signUp()
    await planDay(ada, [{ name: 'Metformin', minutes: [-180] }])
    await ada.page.goto('/reminders')
    await ada.page.getByRole('button', { name: 'Get calendar alarms' }).waitFor()
    const first = ada.page
    await ada.newTab('/reminders')
    await fileFrom(ada, 'Get calendar alarms')
    await first.evaluate(() => void dispatchEvent(new Event('focus')))
    await first.getByRole('button', { name: 'Get them again' }).waitFor()
    await first.getByText(/^Open the file to add them/).waitFor()
  })

  it('R1.9 R6.3 R9.1 have a moved dose at its new time, with the notice before it', async () => {
    const ada = await screens.user()
    await ada.signUp()
    const now = Date.now()
    const local = (minutes: number) => timeIn(ada.timeZone, minutes, now) as LocalTime
    const { status } = await ada.call('POST', '/api/medications', {
      name: 'Levodopa',
      dosage: '100 mg',
      reminderTimes: [local(-2)],
      notices: { headsUp: 15, followUps: [30] },
      createdAt: new Date(now - 24 * 60 * 60_000).toISOString(),
    })
    expect(status).toBe(201)
    await ada.page.goto('/reminders')
    await ada.page.getByText('Notices after a dose are not in it').waitFor()
    const before = await fileFrom(ada, 'Get calendar alarms')
    expect([count(before, 'BEGIN:VEVENT'), count(before, 'TRIGGER:-PT15M')]).toEqual([30, 30])

    await ada.page.goto('/')
    await ada.page.getByRole('link', { name: /^Levodopa/ }).click()
    await ada.dialog('Levodopa').getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = ada.dialog('Move Levodopa')
    await dialog.getByRole('radio', { name: 'At another time' }).check()
    await dialog.getByLabel('Time, later today').fill(local(90))
    await dialog.getByRole('button', { name: `Move to ${formatTime12(local(90))}` }).click()
    await ada.toast(`Levodopa moved to ${formatTime12(local(90))}`).waitFor()
    await ada.page.goto('/reminders')
    await ada.page.getByText('Your dose times changed.').waitFor()
    const moved = await fileFrom(ada, 'Get them again')
    const start = new Date(Math.floor(now / MINUTE + 90) * MINUTE).toISOString().replace(/[-:]|\.\d+/g, '')
    expect([count(moved, 'BEGIN:VEVENT'), count(moved, 'TRIGGER:-PT15M'), count(moved, `DTSTART:${start}`)]).toEqual([
      31, 31, 1,
    ])
    await ada.page.getByText(/^Open the file to add them/).waitFor()
  })
})
