import { describe, expect, it } from 'vitest'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

async function signedUp(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  return user
}

describe('the home dashboard', () => {
  it('shows its cards of a glance with the way to each list, and what to do where there is nothing yet', async () => {
    const ann = await signedUp()
    for (const [card, words, path] of [
      ['Recent Medications', 'No medications yet', '/medications'],
      ['Upcoming Reminders', 'No upcoming reminders', '/reminders'],
      ['Upcoming Appointments', 'No upcoming appointments', '/appointments'],
      ['Saved Documents', 'No documents yet', '/medical-documents'],
    ] as const) {
      const region = ann.page.getByRole('region', { name: card })
      await region.getByText(words).waitFor()
      expect(await region.getByRole('link', { name: `Edit: ${card}` }).getAttribute('href')).toBe(path)
    }
  })
})
