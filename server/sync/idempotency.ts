import { hash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import { DAY } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { amongTexts, rowsAsJson } from '../db/parameters.ts'
import { type Answer, codeOf, refused } from './answer.ts'
import { idempotencyKeys } from './tables.ts'

/** How long a key stands for the same write (docs/sync-spec.md, S2). */
const KEPT = 90 * DAY

/** Statuses that decide a write for good. After any other status, the same key runs again (docs/sync-spec.md, S6). */
const DECIDED = new Set([400, 404, 409, 410, 422])

/**
 * Returns whether the response is stored under its key. 409 `wrong_user` is not, because it says nothing about the
 * write.
 */
export function isDecided(answer: Answer): boolean {
  if (answer.status >= 200 && answer.status < 300) return true
  return DECIDED.has(answer.status) && codeOf(answer) !== 'wrong_user'
}

/**
 * Returns a fingerprint of the request. It ignores the order of fields, and whether the write came alone or in a batch.
 */
export function fingerprintOf(call: { method: string; path: string; body?: unknown }): string {
  const text = `${call.method} ${call.path}\n${canonicalJson(call.body)}`
  return hash('sha256', text, 'base64url')
}

/** Returns JSON with the fields of every object in a fixed order. The value is parsed JSON; undefined becomes ''. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(',')}}`
}

export interface KeyedWrite {
  userId: string
  /** The Idempotency-Key. */
  key: string
  fingerprint: string
}

/**
 * Returns the stored responses for the known keys, each with the sequence of its commit, or a 422 if the key belongs to
 * another write. Only call it under the account's lock.
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
    .where(and(eq(idempotencyKeys.userId, userId), amongTexts(idempotencyKeys.key, fingerprints.keys())))
  return new Map(
    rows.map(({ key, fingerprint, status, body, seq }) => [
      key,
      fingerprint === fingerprints.get(key) ? { status, body: body as Answer['body'], seq } : { ...KEY_REUSED(), seq },
    ]),
  )
}

export type StoredAnswer = Answer & { seq: number }

const KEY_REUSED = () => refused(422, 'key_reused', t('This Idempotency-Key was already used for another request.'))

/** Stores responses under their keys, in the same transaction as their effects. */
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

/** Deletes keys older than 90 days. Safe to run at any time. */
export async function purgeIdempotencyKeys(db: Database, now: number): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now - KEPT)))
}
