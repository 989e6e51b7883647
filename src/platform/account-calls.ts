import { devicesAnswer, type SignedInDevice } from '#domain/protocol/account.ts'
import { readErrorBody } from '#domain/protocol/errors.ts'
import { type Storage, storageAnswer } from '#domain/protocol/storage.ts'
import { evidenceOf } from '#src/sync/drain.ts'
import type { SyncAnswer, Transport } from '#src/sync/ports.ts'

/** `later`: no answer that decides anything. `signed-out`: this device is. */
export type AccountAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; sentence: string }
  | { kind: 'later' }
  | { kind: 'signed-out' }

/** The calls about the account itself, each sent once. None of them rejects. */
export interface AccountCalls {
  /** Returns the signed-in devices. */
  devices(): Promise<AccountAnswer<SignedInDevice[]>>
  /** Returns how much space the account's pictures take and may take. */
  storage(): Promise<AccountAnswer<Storage>>
  /** Signs one device out. Also succeeds if it already was. */
  signOut(id: string): Promise<AccountAnswer<null>>
  /** Signs every other device out. */
  signOutOthers(): Promise<AccountAnswer<null>>
  /** Deletes the account with this email address. Also succeeds if it is already gone. */
  deleteAccount(email: string): Promise<AccountAnswer<null>>
}

export function accountCalls(transport: Transport, user: string): AccountCalls {
  const send = async (method: 'GET' | 'DELETE', path: string, body?: unknown) =>
    evidenceOf(await transport.send({ method, path: `/api/user/${path}`, body }), user)
  return {
    async devices() {
      const answer = await send('GET', 'sessions')
      const told = devicesAnswer.safeParse(answer?.status === 200 ? answer.body : null)
      return told.success ? { kind: 'ok', value: told.data.devices } : failure(answer)
    },
    async storage() {
      const answer = await send('GET', 'storage')
      const told = storageAnswer.safeParse(answer?.status === 200 ? answer.body : null)
      return told.success ? { kind: 'ok', value: told.data } : failure(answer)
    },
    signOut: async (id) => done(await send('DELETE', `sessions/${id}`), [204, 404]),
    signOutOthers: async () => done(await send('DELETE', 'sessions'), [204]),
    deleteAccount: async (email) => done(await send('DELETE', 'account', { email }), [204, 410]),
  }
}

const done = (answer: SyncAnswer | null, good: readonly number[]): AccountAnswer<null> =>
  answer && good.includes(answer.status) ? { kind: 'ok', value: null } : failure(answer)

/** Returns what an unsuccessful answer means. */
export function failure(answer: SyncAnswer | null): AccountAnswer<never> {
  if (!answer || answer.status >= 500) return { kind: 'later' }
  if (answer.status === 401) return { kind: 'signed-out' }
  const said = readErrorBody(answer.body)
  return said ? { kind: 'refused', sentence: said.error } : { kind: 'later' }
}
