import { useMemo } from 'react'
import { t } from '#domain/language/translate.ts'
import { type AccountAnswer, type AccountCalls, accountCalls } from '#src/platform/account-calls.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { ownData } from '#src/platform/whose.ts'
import { useSession } from '#src/session/session.ts'

/** Returns the calls about the signed-in user's account. */
export function useAccountCalls(): AccountCalls {
  const { id } = useSession().user
  return useMemo(() => accountCalls(createHttpTransport(ownData(id)), id), [id])
}

/** Returns why a call failed, as a sentence. */
export const failureText = (answer: Exclude<AccountAnswer<unknown>, { kind: 'ok' }>): string =>
  answer.kind === 'refused' ? answer.sentence : t('This needs a connection. Please try again when there is one.')
