import * as z from 'zod/mini'
import type { UserId } from '#domain/lib/ids.ts'

/** Unsaved input of one form, with what its fields held when it was opened. */
export interface Draft<Values> {
  base: Values
  values: Values
}

/** Session storage survives a reload and an app update and ends with the tab; sign-out wipes it. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The drafts of one kind of form, each stored under the user and the name of its form. */
export interface FormDrafts<Values> {
  /**
   * Returns a draft of this user's form, or null. A draft from another app version that this one cannot read counts as
   * none.
   */
  read(store: Store, user: UserId, form: string): Draft<Values> | null
  /** Saves the draft. If storage is full or blocked, the form simply has none. */
  keep(store: Store, user: UserId, form: string, draft: Draft<Values>): void
  drop(store: Store, user: UserId, form: string): void
  /** Returns this user's forms that have a draft, with its values. */
  list(store: Store, user: UserId): { form: string; values: Values }[]
}

/** @param kind prefix of the keys in session storage: `appointment-draft` */
export function formDrafts<Values>(kind: string, values: z.ZodMiniType<Values>): FormDrafts<Values> {
  const schema = z.strictObject({ base: values, values })
  const keyOf = (user: UserId, form: string): string => `${kind}:${user}:${form}`
  const read: FormDrafts<Values>['read'] = (store, user, form) => {
    const text = store.getItem(keyOf(user, form))
    if (text === null) return null
    const parsed = schema.safeParse(jsonOf(text))
    return parsed.success ? parsed.data : null
  }
  return {
    read,
    keep(store, user, form, draft) {
      try {
        store.setItem(keyOf(user, form), JSON.stringify(draft))
      } catch {
        // QuotaExceededError, or SecurityError in some private windows.
      }
    },
    drop(store, user, form) {
      store.removeItem(keyOf(user, form))
    },
    list(store, user) {
      const prefix = keyOf(user, '')
      return Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
        .filter((key) => key.startsWith(prefix))
        .sort()
        .flatMap((key) => {
          const form = key.slice(prefix.length)
          const draft = read(store, user, form)
          return draft ? [{ form, values: draft.values }] : []
        })
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
