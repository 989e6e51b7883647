import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
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
    await ada.page.getByText('Your plan changed.').waitFor()
    const again = await fileFrom(ada, 'Get them again')
    expect(count(again, 'BEGIN:VALARM')).toBe(60)
    await ada.page.getByText(/^Open the file to add them/).waitFor()
  })
})
