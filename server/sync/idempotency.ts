import { createHash } from 'node:crypto'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { DAY } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { rowsAsJson, textsAsJson } from '../db/parameters.ts'
import { type Answer, codeOf, refused } from './answer.ts'
import { idempotencyKeys } from './tables.ts'

/** How long the same key is the same write (docs/sync-spec.md, S2). */
const KEPT = 90 * DAY

/** Answers that decide a write for good; after any other the same key runs again (docs/sync-spec.md, S6). */
const DECIDED = new Set([400, 404, 409, 410, 422])

/** Whether the answer is kept under its key. 409 `wrong_user` says nothing about the write, so it is not. */
export function isDecided(answer: Answer): boolean {
  if (answer.status >= 200 && answer.status < 300) return true
  return DECIDED.has(answer.status) && codeOf(answer) !== 'wrong_user'
}

/** What a write asks for: the same words in whatever order of fields, sent alone or in a batch. */
export function fingerprintOf(call: { method: string; path: string; body?: unknown }): string {
  const text = `${call.method} ${call.path}\n${canonicalJson(call.body)}`
  return createHash('sha256').update(text).digest('base64url')
}

/** JSON with the fields of every object in one order. The value is parsed JSON; none at all is ''. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (isObject(part) ? sortedFields(part) : part)) ?? ''
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sortedFields = (object: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))

export interface KeyedWrite {
  userId: string
  /** The Idempotency-Key. */
  key: string
  fingerprint: string
}

/**
 * What was answered under the keys that are known: the stored answer with the sequence of its commit, or 422 when the key
 * belongs to another write. Only under the account's lock.
 */
export async function storedAnswers(
  tx: Database,
  userId: string,
  writes: readonly KeyedWrite[],
): Promise<Map<string, StoredAnswer>> {
  const fingerprints = new Map(writes.map(({ key, fingerprint }) => [key, fingerprint]))
  const rows = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), inArray(idempotencyKeys.key, textsAsJson([...fingerprints.keys()]))))
  return new Map(
    rows.map(({ key, fingerprint, status, body, seq }) => [
      key,
      fingerprint === fingerprints.get(key) ? { status, body: body as Answer['body'], seq } : { ...KEY_REUSED, seq },
    ]),
  )
}

export type StoredAnswer = Answer & { seq: number }

const KEY_REUSED = refused(422, 'key_reused', 'This Idempotency-Key was already used for another request.')

/** Keeps answers under their keys, in the transaction of their effects. */
export async function storeAnswers(
  tx: Database,
  kept: readonly { write: KeyedWrite; answer: StoredAnswer }[],
  now: number,
): Promise<void> {
  if (kept.length === 0) return
  const createdAt = new Date(now)
  const rows = kept.map(({ write, answer: { status, body, seq } }) => ({
    ...write,
    status,
    body,
    seq,
    createdAt,
  }))
  await tx.insert(idempotencyKeys).select(rowsAsJson(idempotencyKeys, rows))
}

/** Forgets keys older than 90 days. May be run at any time. */
export async function purgeIdempotencyKeys(db: Database, now: number): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now - KEPT)))
}
