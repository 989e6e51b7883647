import { describe, expect, it } from 'vitest'
import type { Person } from './support/person.ts'
import { setStage } from './support/stage.ts'

const stage = setStage()

async function signedUp(): Promise<Person> {
  const person = await stage.person()
  await person.signUp()
  return person
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
