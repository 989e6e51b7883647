import type * as z from 'zod/mini'
import type { UserId } from '#domain/lib/ids.ts'
import type { Draft, FormDrafts } from '../form-drafts.ts'

/**
 * Which form of a page is open, as its address says. The names in `Named` are the forms that are about one record of
 * the list.
 * - `add`: an empty one (`?add=1`)
 * - `voice`: one prefilled from dictation; the words are in the draft of that name, the address is plain (history state
 *   says it)
 * - `edit` and the like: of a record (`?edit=<id>`)
 * - `fix`: of a refused write (`?fix=<position in the outbox>`)
 */
export type EditorTarget<Named extends string, Id> =
  | { kind: 'add' }
  | { kind: 'voice'; form: string }
  | { kind: Named; id: Id | null }
  | { kind: 'fix'; position: number }

/** History state survives a reload, so a prefilled form comes back although its address is plain. */
export const voiceState = (form: string) => ({ form })

/** The name of a dictated form; each dictation that was left unsaved has one of its own: `voice`, `voice-2`. */
const VOICE_FORM = /^voice(?:-\d{1,4})?$/

/**
 * Keeps what was dictated as the draft of a form, and answers the form's name. A dictation that was not saved yet is
 * never written over; the same one, come to again by Back, is the same form.
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
  // Compared as they are read back, which puts their fields into one order.
  const words = JSON.stringify(drafts.read(store, user, form)?.values)
  const same = kept.find(({ values }) => JSON.stringify(values) === words)
  if (!same) return form
  drafts.drop(store, user, form)
  return same.form
}

interface EditorPage<Named extends string, Id> {
  page: string
  /** The parameters that name a record; the first one that is there counts. */
  named: readonly Named[]
  ids: z.ZodMiniType<Id>
}

/** How the forms of one page stand in addresses. */
export interface EditorTargets<Named extends string, Id> {
  /** The form an address asks for; null when none. An id that is none is a record that is not there. */
  targetOf(params: URLSearchParams, state: unknown): EditorTarget<Named, Id> | null
  /** Where the form of a draft is opened again. */
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

/** The name under which the draft of a form is kept. */
export function formKeyOf(target: EditorTarget<string, string>): string {
  if ('form' in target) return target.form
  if ('id' in target) return `${target.kind}=${target.id ?? ''}`
  return 'position' in target ? `fix=${target.position}` : target.kind
}
