import { describe, expect, it } from 'vitest'
import { formatTime12, type LocalTime } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'
import { timeIn } from './support/zones.ts'

const screens = setUpScreens()

const button = (user: User, name: string | RegExp) => user.page.getByRole('button', { name })

const words = (time: string) => formatTime12(time as LocalTime)

/** Returns what the server's log says, in order: `taken Metformin`. */
async function logOf(user: User): Promise<string[]> {
  await user.saved()
  return (await user.dosesOnServer()).map(({ kind, snapshot }) => `${kind} ${snapshot.name}`)
}

async function lastDose(user: User): Promise<DoseEvent | undefined> {
  await user.saved()
  return (await user.dosesOnServer()).at(-1)
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

  it('is logged at another time with an amount and a note; a time that is still to come is refused', async () => {
    const eve = await withDay([{ name: 'Prednisone', minutes: [-40], dosage: '2 tablets' }])
    await eve.page.getByRole('link', { name: /^Prednisone/ }).click()
    const sheet = eve.dialog('Prednisone')
    await sheet.getByRole('radio', { name: 'Another time' }).check()
    const later = timeIn(eve.timeZone, 30)
    await sheet.getByLabel('Time taken').fill(later)
    await sheet.getByText(`${words(later)} is still to come. Enter a time that has passed.`).waitFor()

    const taken = timeIn(eve.timeZone, -25)
    await sheet.getByLabel('Time taken').fill(taken)
    await sheet.getByRole('button', { name: 'More' }).click()
    await sheet.getByText('2.5 tablets').waitFor()
    await sheet.getByLabel(/^Note/).fill('After lunch')
    await sheet.getByRole('button', { name: `Taken at ${words(taken)}` }).click()
    await eve.toast(`Prednisone taken at ${words(taken)}`).waitFor()
    const event = await lastDose(eve)
    expect(event).toMatchObject({ kind: 'taken', amount: 2.5, unit: 'tablet', note: 'After lunch' })
    expect(timeIn(eve.timeZone, 0, Date.parse(event?.at ?? ''))).toBe(taken)
  })
})
