import type * as z from 'zod/mini'
import type { UserId } from '#domain/lib/ids.ts'
import type { Draft, FormDrafts } from '../form-drafts.ts'

/**
 * Which form of a page is open, according to its address. The names in `Named` are the forms about one record of the
 * list.
 * - `add`: an empty form (`?add=1`)
 * - `voice`: a form prefilled from dictation; the input is in the draft of that name and the address is plain (history
 *   state says which)
 * - `edit` and the like: a form for one record (`?edit=<id>`)
 * - `fix`: a form for a refused write (`?fix=<position in the outbox>`)
 */
export type EditorTarget<Named extends string, Id> =
  | { kind: 'add' }
  | { kind: 'voice'; form: string }
  | { kind: Named; id: Id | null }
  | { kind: 'fix'; position: number }

/** History state survives a reload, so a prefilled form reopens although its address is plain. */
export const voiceState = (form: string) => ({ form })

/** The name of a dictated form. Each unsaved dictation has its own: `voice`, `voice-2`. */
const VOICE_FORM = /^voice(?:-\d{1,4})?$/

/**
 * Saves a dictation as the draft of a form and returns the form's name. An earlier unsaved dictation is never
 * overwritten, and returning to the same one with Back gives the same form.
 */
export function keepDictated<Values>(
  drafts: FormDrafts<Values>,
  { store, user, draft }: { store: Parameters<FormDrafts<Values>['keep']>[0]; user: UserId; draft: Draft<Values> },
): string {
  const kept = drafts.list(store, user).filter(({ form }) => VOICE_FORM.test(form))
  const taken = new Set(kept.map(({ form }) => form))
  let form = 'voice'
  for (let count = 2; taken.has(form); count += 1) form = `voice-${count}`
  drafts.keep(store, user, form, draft)
  // Compared as read back from storage, which puts the fields in a fixed order.
  const words = JSON.stringify(drafts.read(store, user, form)?.values)
  const same = kept.find(({ values }) => JSON.stringify(values) === words)
  if (!same) return form
  drafts.drop(store, user, form)
  return same.form
}

interface EditorPage<Named extends string, Id> {
  page: string
  /** The parameters that name a record; the first one present counts. */
  named: readonly Named[]
  ids: z.ZodMiniType<Id>
}

/** How the forms of one page appear in addresses. */
export interface EditorTargets<Named extends string, Id> {
  /** Returns the form an address asks for, or null. An invalid id is treated as a record that does not exist. */
  targetOf(params: URLSearchParams, state: unknown): EditorTarget<Named, Id> | null
  /** Returns where the form of a draft is reopened. */
  addressOf(formKey: string): { to: string; state: unknown }
}

export function editorTargets<Named extends string, Id>({
  page,
  named,
  ids,
}: EditorPage<Named, Id>): EditorTargets<Named, Id> {
  return {
    targetOf(params, state) {
      for (const kind of named) {
        const id = params.get(kind)
        if (id !== null) return { kind, id: ids.safeParse(id).data ?? null }
      }
      const fix = params.get('fix')
      if (fix !== null) return { kind: 'fix', position: /^\d{1,15}$/.test(fix) ? Number(fix) : -1 }
      if (params.has('add')) return { kind: 'add' }
      const form = voiceFormOf(state)
      return form === null ? null : { kind: 'voice', form }
    },
    addressOf(formKey) {
      if (VOICE_FORM.test(formKey)) return { to: page, state: voiceState(formKey) }
      return { to: `${page}?${formKey === 'add' ? 'add=1' : formKey}`, state: null }
    },
  }
}

function voiceFormOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('form' in state)) return null
  return typeof state.form === 'string' && VOICE_FORM.test(state.form) ? state.form : null
}

/** Returns the name under which the draft of a form is saved. */
export function formKeyOf(target: EditorTarget<string, string>): string {
  if ('form' in target) return target.form
  if ('id' in target) return `${target.kind}=${target.id ?? ''}`
  return 'position' in target ? `fix=${target.position}` : target.kind
}
