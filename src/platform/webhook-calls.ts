import type { PersonId, UserId } from '#domain/lib/ids.ts'
import { newWebhookAnswer, type Webhook, type WebhookEvent, webhooksAnswer } from '#domain/protocol/webhooks.ts'
import { ask, type CallAnswer, end } from './online-calls.ts'
import { ownData } from './whose.ts'

const PATH = '/api/user/webhooks'

/** GET /api/user/webhooks: those that were given up included, the newest first. */
export async function webhooksOf(account: UserId): Promise<CallAnswer<Webhook[]>> {
  const answer = await ask(webhooksAnswer, { method: 'GET', path: PATH, whose: ownData(account) })
  return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.webhooks as Webhook[] } : answer
}

/** POST /api/user/webhooks. The secret is told this once. */
export const makeWebhook = (
  account: UserId,
  body: { event: WebhookEvent; url: string; personId: PersonId },
): Promise<CallAnswer<{ secret: string }>> =>
  ask(newWebhookAnswer, { method: 'POST', path: PATH, body, whose: ownData(account) })

/** DELETE /api/user/webhooks/:id. Also succeeds if it is over already. */
export const endWebhook = (account: UserId, id: string): Promise<CallAnswer<null>> => end(account, `${PATH}/${id}`)
