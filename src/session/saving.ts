import { type Need, roleAllows, roleSentence } from '#domain/access/roles.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { storageFaultOf } from '#src/data/storage-fault.ts'
import { warnOnce } from '#src/platform/logger.ts'
import type { Session } from './session.ts'
import { noteStorageFault } from './storage-fault.ts'

/** A write saved on this device: the keys of its outbox entries, for following the first attempt. */
export interface Saved {
  keys: string[]
}

/** Why nothing was saved: a rule refused it, or the device's storage failed. */
export type NotSaved = Refusal | NotStored | NotAllowed

/** The account may see this person and may not do this (additions, 3). The server would refuse it. */
export interface NotAllowed {
  code: 'role_too_small'
  error: string
  field?: string
}

/** The device's storage failed and nothing was written. */
export interface NotStored {
  code: 'storage_full' | 'storage_failed'
  error: string
  field?: string
}

export type SaveResult<T = Saved> = Result<T, NotSaved>

/** A write of a session: what it needs of the account's role, the writing, and what follows once it is saved. */
interface Writing {
  need: Need
  write: () => Promise<Result<string[], Refusal>>
  onSaved: () => void
}

/**
 * Writes on this device, and returns the result. A storage failure, and a role that is too small, are returned like a
 * refusal.
 */
export async function saving({ person }: Pick<Session, 'person'>, writing: Writing): Promise<SaveResult> {
  if (person && !roleAllows(person.role, writing.need)) {
    return fail({ code: 'role_too_small', error: roleSentence(person.role) })
  }
  try {
    const saved = await writing.write()
    if (!saved.ok) return saved
    writing.onSaved()
    return ok({ keys: saved.value })
  } catch (error) {
    const problem = notStored(error)
    if (problem) return fail(problem)
    throw error
  }
}

/** Returns what to say about a failed write, or null if the error has nothing to do with storage. */
export function notStored(error: unknown): NotStored | null {
  const fault = storageFaultOf(error)
  if (fault === null) return null
  if (fault === 'full') return { code: 'storage_full', error: t(STORAGE_FULL) }
  warnOnce('A write failed', error)
  // The page offers to reopen it.
  noteStorageFault(error)
  return { code: 'storage_failed', error: t(STORAGE_FAILED) }
}

const STORAGE_FULL = msg('This device’s storage is full. Nothing was saved. Free some space and try again.')

const STORAGE_FAILED = msg(
  'This device’s storage is not working. Nothing was saved. Open it again, then try once more.',
)
