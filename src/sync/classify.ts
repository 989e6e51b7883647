import { type ErrorBody, readErrorBody } from '#domain/protocol/errors.ts'
import type { NewEpoch, SyncAnswer, WriteRefusal } from './ports.ts'

/**
 * Why the whole queue pauses although the server can be reached: nothing fails, and the screen says why
 * (docs/sync-spec.md, S6).
 */
export type Gate =
  | 'signed-out'
  | 'age'
  | 'consent'
  | 'wrong-user'
  | 'update'
  | 'account-gone'
  | 'person-gone'
  | 'person-unknown'

export type Outcome =
  | { kind: 'done' }
  | { kind: 'refused'; refusal: WriteRefusal }
  | { kind: 'gate'; gate: Gate }
  /** The server's database is not the one this device knows: nothing was decided and nothing done (S11.2). */
  | ({ kind: 'new-epoch' } & NewEpoch)
  /** Try again; `after` is the Retry-After, in milliseconds. */
  | { kind: 'temporary'; after: number | null; refusal: WriteRefusal | null }

const REFUSED = new Set([400, 404, 409, 410, 413, 415, 422])
const REFUSED_BY_PLAN_OR_ROLE = new Set<ErrorBody['code'] | null>(['premium_required', 'role_too_small'])

/** An answer to a call, or one result inside a batch. */
type Answer = Pick<SyncAnswer, 'status' | 'body'> & Partial<Pick<SyncAnswer, 'retryAfter' | 'epoch' | 'restoredSeq'>>

/**
 * Returns what an answer means for its write (docs/sync-spec.md, S6). Decided by status and code, never by the text.
 * @param deleting a DELETE that finds nothing counts as done
 */
export function classify(answer: Answer, deleting: boolean): Outcome {
  const { status } = answer
  if (status >= 200 && status < 300) return { kind: 'done' }
  const error = readErrorBody(answer.body)
  const gate = gateOf(status, error?.code ?? null)
  if (gate) return { kind: 'gate', gate }
  if (deleting && (status === 404 || status === 410)) return { kind: 'done' }
  const refusal = refusalOf(status, error, answer.body)
  if (status === 409 && error?.code === 'new_epoch') return newEpochOf(answer, refusal)
  if (REFUSED.has(status) || (status === 403 && REFUSED_BY_PLAN_OR_ROLE.has(error?.code ?? null))) {
    return { kind: 'refused', refusal }
  }
  return { kind: 'temporary', after: answer.retryAfter ?? null, refusal }
}

function gateOf(status: number, code: ErrorBody['code'] | null): Gate | null {
  if (status === 401) return 'signed-out'
  if (status === 426) return 'update'
  if (status === 403 && (code === 'age_required' || code === 'under_age')) return 'age'
  if (status === 403 && code === 'consent_required') return 'consent'
  if (status === 409 && code === 'wrong_user') return 'wrong-user'
  if (status === 410 && code === 'account_gone') return 'account-gone'
  if (status === 404 && code === 'person_gone') return 'person-gone'
  if (status === 404 && code === 'person_unknown') return 'person-unknown'
  return null
}

/** Without an epoch the announcement cannot be followed. Without a common commit, everything is replayed. */
function newEpochOf({ epoch, restoredSeq, retryAfter }: Answer, refusal: WriteRefusal): Outcome {
  if (!epoch) return { kind: 'temporary', after: retryAfter ?? null, refusal }
  return { kind: 'new-epoch', epoch, restoredSeq: restoredSeq ?? 0 }
}

function refusalOf(status: number, error: ErrorBody | null, body: unknown): WriteRefusal {
  const text = typeof body === 'string' ? body : body ? JSON.stringify(body) : ''
  return {
    status,
    code: error?.code ?? null,
    error: error?.error ?? `${status}: ${text}`,
    field: error?.field ?? null,
  }
}
