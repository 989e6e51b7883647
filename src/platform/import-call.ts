import type { PersonId } from '#domain/lib/ids.ts'
import { readErrorBody } from '#domain/protocol/errors.ts'
import { type ImportAnswer, importAnswer } from '#domain/protocol/import.ts'
import { evidenceOf } from '#src/sync/drain.ts'
import { type AccountAnswer, failure } from './account-calls.ts'
import { watchedUploads } from './document-transport.ts'
import { headersOf } from './http-transport.ts'
import type { Whose } from './whose.ts'

/** Hundreds of pictures are decoded before the answer comes. */
const PATIENCE = 15 * 60_000

/** An import to preview or, given the key that makes it happen once, to carry out. */
export interface ImportCall {
  file: Blob
  key: string
  isPreview: boolean
  /** Whose part of the file: one of `people` in the preview's answer; null for the account's own. */
  from: PersonId | null
  /** Receives how much of the file is sent, from 0 to 1. */
  onShare(share: number): void
}

/** POST /api/user/import, into the person whom `whose` names. Never rejects; `end` aborts what is not sent yet. */
export function callImport(
  whose: Whose,
  { file, key, isPreview, from, onShare }: ImportCall,
): { answer: Promise<AccountAnswer<ImportAnswer>>; end(): void } {
  const uploads = watchedUploads((_key, share) => {
    if (share !== null) onShare(share)
  }, PATIENCE)
  const body = new FormData()
  body.append('file', file, 'dosewell.zip')
  const query = new URLSearchParams({ ...(isPreview ? { preview: '1' } : {}), ...(from === null ? {} : { from }) })
  const path = `/api/user/import${query.size > 0 ? `?${query}` : ''}`
  const send = async (): Promise<AccountAnswer<ImportAnswer>> => {
    const received = await uploads.carry({ path, headers: headersOf(whose, { key }), body, key })
    const answer = evidenceOf(received, whose.person)
    const told = importAnswer.safeParse(answer?.status === 200 ? answer.body : null)
    if (told.success) return { kind: 'ok', value: told.data }
    // The server is busy with other imports, which is not a connection problem.
    const busy = readErrorBody(answer?.status === 503 ? answer.body : null)
    return busy ? { kind: 'refused', sentence: busy.error } : failure(answer)
  }
  return { answer: send(), end: () => uploads.abort(key) }
}
