import { useMemo } from 'react'
import { type AccountAnswer, type AccountCalls, accountCalls } from '#src/platform/account-calls.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { useSession } from '#src/session/session.ts'

/** The calls about the account of whoever is signed in. */
export function useAccountCalls(): AccountCalls {
  const { id } = useSession().user
  return useMemo(() => accountCalls(createHttpTransport(id), id), [id])
}

/** Why a call did not do what it should, as a sentence. */
export const failureText = (answer: Exclude<AccountAnswer<unknown>, { kind: 'ok' }>): string =>
  answer.kind === 'refused' ? answer.sentence : 'This needs a connection. Please try again when there is one.'
