import type * as z from 'zod/mini'

/**
 * Which form of a page is open, as its address says. The names in `Named` are the forms that are about one record of the list.
 * - `add`: an empty one (`?add=1`)
 * - `voice`: one prefilled from dictation; the words are in its draft, the address is plain (history state says it)
 * - `edit` and the like: of a record (`?edit=<id>`)
 * - `fix`: of a refused write (`?fix=<position in the outbox>`)
 */
export type EditorTarget<Named extends string, Id> =
  | { kind: 'add' }
  | { kind: 'voice' }
  | { kind: Named; id: Id | null }
  | { kind: 'fix'; position: number }

/** History state survives a reload, so a prefilled form comes back although its address is plain. */
export const VOICE_STATE = { form: 'voice' } as const

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
      return isVoice(state) ? { kind: 'voice' } : null
    },
    addressOf(formKey) {
      if (formKey === 'voice') return { to: page, state: VOICE_STATE }
      return { to: `${page}?${formKey === 'add' ? 'add=1' : formKey}`, state: null }
    },
  }
}

const isVoice = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'form' in state && state.form === VOICE_STATE.form

/** The name under which the draft of a form is kept. */
export function formKeyOf(target: EditorTarget<string, string>): string {
  if ('id' in target) return `${target.kind}=${target.id ?? ''}`
  return 'position' in target ? `fix=${target.position}` : target.kind
}
