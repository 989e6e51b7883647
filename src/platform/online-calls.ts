import * as z from 'zod/mini'
import { t } from '#domain/language/translate.ts'
import type { PersonId, UserId } from '#domain/lib/ids.ts'
import { type AddPersonBody, deletedPersonAnswer, type EditPersonBody, personAnswer } from '#domain/protocol/people.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { type ApiCall, apiCall } from './api-call.ts'
import { ownData } from './whose.ts'

/** `later`: no answer that decides anything. `field`: which of the fields the sentence is about. */
export type CallAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; sentence: string; field: string | null }
  | { kind: 'later' }

/** Sends a call, and reads its answer by the schema. */
export const ask = async <T>(schema: z.ZodMiniType<T>, call: ApiCall): Promise<CallAnswer<T>> =>
  read(schema, await apiCall(call))

/** Returns what an answer to a call means that needs the server. */
export function read<T>(schema: z.ZodMiniType<T>, answer: Awaited<ReturnType<typeof apiCall>>): CallAnswer<T> {
  if (answer.kind === 'error' && answer.status < 500) {
    return { kind: 'refused', sentence: answer.message, field: answer.field }
  }
  const said = answer.kind === 'ok' ? z.safeParse(schema, answer.body) : null
  return said?.success ? { kind: 'ok', value: said.data } : { kind: 'later' }
}

/** Returns what to say of a call that was not done, or perhaps was. */
export const sentenceOf = (answer: Exclude<CallAnswer<unknown>, { kind: 'ok' }>): string =>
  answer.kind === 'refused' ? answer.sentence : laterText()

/** Returns what to say of a call without an answer: it may have been done all the same. */
export const laterText = (): string =>
  navigator.onLine
    ? t('No answer came, so it may or may not have been done. Look at the list before you try again.')
    : t('This needs a connection. Nothing was changed. Try again when you’re online.')

/** Sends the DELETE of something; also succeeds if it is gone already. */
export async function end(
  account: UserId,
  path: string,
  schema: z.ZodMiniType<unknown> = z.null(),
): Promise<CallAnswer<null>> {
  const answer = await apiCall({ method: 'DELETE', path, whose: ownData(account) })
  if (answer.kind === 'error' && answer.status === 404) return { kind: 'ok', value: null }
  const said = read(schema, answer)
  return said.kind === 'ok' ? { kind: 'ok', value: null } : said
}

/** POST /api/people. Under the same key nobody is added twice. */
export const addPerson = (account: UserId, body: AddPersonBody, key: string): Promise<CallAnswer<ListedPerson>> =>
  ask(personAnswer, { method: 'POST', path: '/api/people', body, key, whose: ownData(account) }) as Promise<
    CallAnswer<ListedPerson>
  >

/** PATCH /api/people/:id. */
export const editPerson = (
  account: UserId,
  { id, ...body }: EditPersonBody & { id: PersonId },
  key: string,
): Promise<CallAnswer<ListedPerson>> =>
  ask(personAnswer, { method: 'PATCH', path: `/api/people/${id}`, body, key, whose: ownData(account) }) as Promise<
    CallAnswer<ListedPerson>
  >

/** DELETE /api/people/:id: everything of the person is erased. Also succeeds if they are gone already. */
export const deletePerson = (account: UserId, id: PersonId): Promise<CallAnswer<null>> =>
  end(account, `/api/people/${id}`, deletedPersonAnswer)
