import type { ListedPerson } from '#domain/records/person.ts'
import type { Person } from './people.ts'
import { type Json, send } from './writes.ts'

/** Adds somebody without sign-in to the account, who must be accepted. */
export async function addPerson(account: Person, fields: Json = {}): Promise<ListedPerson> {
  const answer = await send(account, 'POST', '/api/people', { name: 'Mia', ...fields })
  if (answer.statusCode !== 201) throw new Error(`adding a person answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<ListedPerson>()
}

/** The account's browser while it works on this person: its requests name both. */
export const on = (account: Person, { id }: Pick<ListedPerson, 'id'>): Person => ({
  ...account,
  inject: (options) => {
    const request = typeof options === 'string' ? { url: options } : options
    const headers = { 'dosewell-user': id, 'dosewell-account': account.user.id, ...request.headers }
    return account.inject({ ...request, headers })
  },
})
