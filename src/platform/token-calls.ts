import type * as z from 'zod/mini'
import type { UserId } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import { newTokenAnswer, type PersonalToken, type TokenScope, tokensAnswer } from '#domain/protocol/tokens.ts'
import { ask, type CallAnswer, end } from './online-calls.ts'
import { ownData } from './whose.ts'

const PATH = '/api/user/tokens'

export type NewToken = z.infer<typeof newTokenAnswer>

/** GET /api/user/tokens: those that work, the newest first. */
export async function tokensOf(account: UserId): Promise<CallAnswer<PersonalToken[]>> {
  const answer = await ask(tokensAnswer, { method: 'GET', path: PATH, whose: ownData(account) })
  return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.tokens } : answer
}

/** POST /api/user/tokens. The token itself is told this once. */
export const makeToken = (
  account: UserId,
  body: { name: string; scopes: TokenScope[]; expiresAt: Instant | null },
): Promise<CallAnswer<NewToken>> => ask(newTokenAnswer, { method: 'POST', path: PATH, body, whose: ownData(account) })

/** DELETE /api/user/tokens/:id. Also succeeds if it is over already. */
export const endToken = (account: UserId, id: string): Promise<CallAnswer<null>> => end(account, `${PATH}/${id}`)
