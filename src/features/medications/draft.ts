import * as z from 'zod/mini'
import type { UserId } from '#domain/lib/ids.ts'
import { type MedicationValues, medicationValuesSchema } from './form-values.ts'

/** What was typed into one form and not saved yet, beside what its fields held when it was opened. */
export interface Draft {
  base: MedicationValues
  values: MedicationValues
}

const draftSchema = z.strictObject({ base: medicationValuesSchema, values: medicationValuesSchema })

/** Session storage survives a reload and an app update and ends with the tab; sign-out wipes it. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const keyOf = (user: UserId, form: string): string => `medication-draft:${user}:${form}`

/** A draft of this user's form, or null. One that another version of the app left and this one cannot read counts as none. */
export function readDraft(store: Store, user: UserId, form: string): Draft | null {
  const text = store.getItem(keyOf(user, form))
  if (text === null) return null
  const parsed = draftSchema.safeParse(jsonOf(text))
  return parsed.success ? parsed.data : null
}

/** Keeps the draft. Where storage is full or refused the form simply has none. */
export function keepDraft(store: Store, user: UserId, form: string, draft: Draft): void {
  try {
    store.setItem(keyOf(user, form), JSON.stringify(draft))
  } catch {
    // QuotaExceededError, or SecurityError in some private windows.
  }
}

export const dropDraft = (store: Store, user: UserId, form: string): void =>
  store.removeItem(keyOf(user, form))

/** The forms of this user that hold a draft, with its values. */
export function listDrafts(store: Store, user: UserId): { form: string; values: MedicationValues }[] {
  const prefix = keyOf(user, '')
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
  return keys
    .filter((key) => key.startsWith(prefix))
    .sort()
    .flatMap((key) => {
      const form = key.slice(prefix.length)
      const draft = readDraft(store, user, form)
      return draft ? [{ form, values: draft.values }] : []
    })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
