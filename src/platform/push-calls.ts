import type * as z from 'zod/mini'
import { readErrorBody } from '#domain/protocol/errors.ts'
import type { PutSubscriptionBody } from '#domain/protocol/push.ts'
import {
  type PushDevice,
  type PushTestAnswer,
  pushDevicesAnswer,
  pushKeyAnswer,
  pushTestAnswer,
} from '#domain/protocol/push-answers.ts'
import { evidenceOf } from '#src/sync/drain.ts'
import type { SyncAnswer, Transport } from '#src/sync/ports.ts'

/** `later`: no answer that decides anything (offline, a gate, a server in trouble). */
export type Called<T> = { kind: 'ok'; value: T } | { kind: 'refused'; sentence: string } | { kind: 'later' }

/** The Web Push calls for one user. None of them rejects. */
export interface PushCalls {
  key(): Promise<Called<string>>
  devices(): Promise<Called<PushDevice[]>>
  put(body: PutSubscriptionBody): Promise<Called<PushDevice[]>>
  /** Also succeeds if the server knows of none. */
  remove(endpoint: string): Promise<Called<null>>
  test(endpoint: string): Promise<Called<PushTestAnswer>>
}

export function pushCalls(transport: Transport, user: string): PushCalls {
  const send = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    evidenceOf(await transport.send({ method, path: `/api/push/${path}`, body }), user)
  return {
    key: async () => read(await send('GET', 'key'), pushKeyAnswer, ({ key }) => key),
    devices: async () => read(await send('GET', 'subscription'), pushDevicesAnswer, ({ devices }) => devices),
    put: async (body) => read(await send('PUT', 'subscription', body), pushDevicesAnswer, ({ devices }) => devices),
    async remove(endpoint) {
      const answer = await send('DELETE', 'subscription', { endpoint })
      return answer?.status === 204 || answer?.status === 404 ? { kind: 'ok', value: null } : { kind: 'later' }
    },
    test: async (endpoint) => read(await send('POST', 'test', { endpoint }), pushTestAnswer, (said) => said),
  }
}

/** Statuses that blame the request itself, or a server that cannot push (R4.6). */
const FINAL = [400, 404, 429]

function read<Schema extends z.ZodMiniType, T>(
  answer: SyncAnswer | null,
  schema: Schema,
  take: (body: z.infer<Schema>) => T,
): Called<T> {
  if (!answer) return { kind: 'later' }
  if (answer.status === 200) {
    const parsed = schema.safeParse(answer.body)
    return parsed.success ? { kind: 'ok', value: take(parsed.data) } : { kind: 'later' }
  }
  const said = readErrorBody(answer.body)
  const isFinal = FINAL.includes(answer.status) || said?.code === 'push_unavailable'
  return said && isFinal ? { kind: 'refused', sentence: said.error } : { kind: 'later' }
}

/**
 * POST /api/push/receipt for each message shown here (R5.4), oldest first; it needs no session. Stops at the first that
 * has to be sent again later because the server is unreachable or in trouble.
 * @param onDone called for each that is finished: reported, or unknown to the server
 */
export async function reportShown(
  transport: Transport,
  ids: readonly string[],
  onDone: (id: string) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    const answer = await transport.send({ method: 'POST', path: '/api/push/receipt', body: { id } })
    if (answer === null || answer.protocol === null || ![204, 400, 404].includes(answer.status)) return
    await onDone(id)
  }
}
