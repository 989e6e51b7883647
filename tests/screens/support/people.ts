import { eq } from 'drizzle-orm'
import type { ListedPerson } from '#domain/records/person.ts'
import { doseEvents } from '#server/testing/tables.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { tracesOf } from '#tests/e2e/support/traces.ts'
import type { User } from './user.ts'

/** The button that shows somebody. */
export const chip = ({ page }: User, name: string) =>
  page.getByRole('navigation', { name: 'Whose medicines' }).getByRole('button', { name, exact: true })
export const taken = ({ page }: User, name: string) => page.getByRole('button', { name: `Taken: ${name}` })
export const everyone = ({ page }: User) => page.getByRole('heading', { name: 'Everyone today' })

const peopleOf = async (user: User) => (await user.call<ListedPerson[]>('GET', '/api/people')).body
const personNamed = async (user: User, name: string): Promise<ListedPerson> => {
  const person = (await peopleOf(user)).find((listed) => listed.name === name)
  if (!person) throw new Error(`nobody is called ${name}`)
  return person
}

/** The user's own calls, about somebody else. */
export const on = (user: User, { id }: ListedPerson) => ({
  timeZone: user.timeZone,
  call: async <T = unknown>(method: string, path: string, body?: unknown) =>
    user.call<T>(method, path, body, await namesOf(user, id)),
})
const namesOf = async (user: User, person: string) => ({
  'dosewell-user': person,
  'dosewell-account': (await user.user()).id,
})

export const dosesOf = async (user: User, person: ListedPerson): Promise<{ kind: string }[]> =>
  (await on(user, person).call<{ events: { kind: string }[] }>('GET', '/api/doses?since=0')).body.events

/** A user who looks after Mia. Both have a medicine that is due. */
export async function parent(user: User): Promise<{ user: User; mia: ListedPerson; email: string }> {
  const email = newAddress('parent')
  await user.signUp(email)
  await planDay(user, [{ name: 'Metformin', minutes: [-4] }])
  await user.open('/settings/people')
  await user.page.getByRole('button', { name: 'Add a person' }).click()
  await user.dialog('Add a person').getByLabel('Name', { exact: true }).fill('Mia')
  await user.dialog('Add a person').getByLabel('Who they are to you').fill('daughter')
  await user.dialog('Add a person').getByRole('button', { name: 'Add', exact: true }).click()
  await user.toast('Mia was added').waitFor()
  const mia = await personNamed(user, 'Mia')
  await planDay(on(user, mia), [{ name: 'Amoxicillin', minutes: [-3] }])
  return { user, mia, email }
}

/** Returns how many doses of the person the server holds. */
export const dosesOfServer = ({ server }: User, { id }: ListedPerson): Promise<number> =>
  server.db.$count(doseEvents, eq(doseEvents.userId, id))

/** Returns whether nothing of Mia is on the device any more. While her database is being deleted it is not opened. */
export async function hasNothingOf({ page }: User, mia: ListedPerson): Promise<boolean> {
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  if (names.some((name) => name?.includes(mia.id))) return false
  return (await tracesOf(page, ['Amoxicillin', mia.id])).length === 0
}
