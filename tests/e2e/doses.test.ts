import { describe, expect, it } from 'vitest'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const button = (user: User, name: string | RegExp) => user.page.getByRole('button', { name })

/** Returns what the server's log says, in order: `taken Metformin`. */
async function logOf(user: User): Promise<string[]> {
  await user.saved()
  return (await user.dosesOnServer()).map(({ kind, snapshot }) => `${kind} ${snapshot.name}`)
}

async function withDay(medications: Parameters<typeof planDay>[1]): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await planDay(user, medications)
  return user
}

describe('a dose that is due', () => {
  it('is taken with one press, and Undo brings it back', async () => {
    const ann = await withDay([{ name: 'Metformin', minutes: [-2] }])
    await button(ann, 'Taken: Metformin').click()
    const toast = ann.toast(/^Metformin taken at \d/)
    await ann.page.getByText(/^Taken \d+:\d\d [AP]M$/).waitFor()
    expect(await button(ann, 'Taken: Metformin').count()).toBe(0)
    expect(await logOf(ann)).toEqual(['taken Metformin'])

    await toast.getByRole('button', { name: 'Undo' }).click()
    await ann.toast('Undone').getByText('The reminder is back as it was.').waitFor()
    await button(ann, 'Taken: Metformin').waitFor()
    expect(await logOf(ann)).toEqual(['taken Metformin', 'undone Metformin'])
  })
})
