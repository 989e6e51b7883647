import type { GrantedRole } from '#domain/access/roles.ts'
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
export const on = (account: Person, { id }: { id: string }): Person => ({
  ...account,
  inject: (options) => {
    const request = typeof options === 'string' ? { url: options } : options
    const headers = { 'dosewell-user': id, 'dosewell-account': account.user.id, ...request.headers }
    return account.inject({ ...request, headers })
  },
})

/** Offers a role in a person, as their owner; it must be accepted. Returns the token of its link, and its code. */
export async function offerRole(
  owner: Person,
  { id }: { id: string },
  role: GrantedRole,
  fields: Json = {},
): Promise<{ id: string; token: string; code: string }> {
  const answer = await send(owner, 'POST', `/api/people/${id}/grants`, { role, ...fields })
  if (answer.statusCode !== 201) throw new Error(`offering answered ${answer.statusCode}: ${answer.body}`)
  const { link, code, id: grantId } = answer.json()
  return { id: grantId, token: new URL(link).searchParams.get('token') ?? '', code }
}

/** Accepts an invitation by its token or code. */
export const accept = (helper: Person, tokenOrCode: string) =>
  send(helper, 'POST', `/api/grants/offers/${tokenOrCode}/accept`)

/** Gives the helper a role in a person. Returns the id of the grant. */
export async function share(
  owner: Person,
  person: { id: string },
  helper: Person,
  role: GrantedRole,
  fields: Json = {},
) {
  const { id, token } = await offerRole(owner, person, role, fields)
  const answer = await accept(helper, token)
  if (answer.statusCode !== 200) throw new Error(`accepting answered ${answer.statusCode}: ${answer.body}`)
  return id
}
