import { classify } from './classify.ts'
import { type DrainEnd, type DrainPorts, evidenceOf } from './drain.ts'
import type { SyncAnswer, SyncRequest } from './ports.ts'

export type PullEnd = { kind: 'fresh' } | Exclude<DrainEnd, { kind: 'empty' }>

/** The answer to a read; or how the pull ends, with the status if there was an answer. */
export type Got = { answer: SyncAnswer } | { end: PullEnd; status?: number }

/** Sends one read; anything but success or 304 ends the pull. */
export async function ask(ports: DrainPorts, request: SyncRequest): Promise<Got> {
  if (!(await ports.mayGoOn())) return { end: { kind: 'gate', gate: 'signed-out' } }
  const received = await ports.transport.send(request)
  const answer = evidenceOf(received, ports.user)
  if (!answer) return { end: { kind: 'temporary', after: received?.retryAfter ?? null } }
  if (answer.status !== 304) {
    const outcome = classify(answer, false)
    if (outcome.kind === 'gate' || outcome.kind === 'new-epoch') return { end: outcome }
    if (outcome.kind !== 'done') {
      return { end: { kind: 'temporary', after: answer.retryAfter }, status: answer.status }
    }
  }
  return { answer }
}
