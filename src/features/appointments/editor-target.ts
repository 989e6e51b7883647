import { type AppointmentId, appointmentIdSchema } from '#domain/lib/ids.ts'
import { PAGES } from '#domain/protocol/pages.ts'

/**
 * Which form is open, as the address says.
 * - `add`: an empty one (`?add=1`)
 * - `voice`: one prefilled from dictation; the words are in its draft, the address is plain (history state says it)
 * - `edit`: of an appointment (`?edit=<id>`)
 * - `fix`: of a refused write (`?fix=<position in the outbox>`)
 */
export type EditorTarget =
  | { kind: 'add' }
  | { kind: 'voice' }
  | { kind: 'edit'; id: AppointmentId | null }
  | { kind: 'fix'; position: number }

/** History state survives a reload, so a prefilled form comes back although its address is plain. */
export const VOICE_STATE = { form: 'voice' } as const

/** The form an address asks for; null when none. An id that is none is an appointment that is not there. */
export function targetOf(params: URLSearchParams, state: unknown): EditorTarget | null {
  const edit = params.get('edit')
  if (edit !== null) return { kind: 'edit', id: idOf(edit) }
  const fix = params.get('fix')
  if (fix !== null) return { kind: 'fix', position: /^\d{1,15}$/.test(fix) ? Number(fix) : -1 }
  if (params.has('add')) return { kind: 'add' }
  return isVoice(state) ? { kind: 'voice' } : null
}

const idOf = (text: string): AppointmentId | null => appointmentIdSchema.safeParse(text).data ?? null

const isVoice = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'form' in state && state.form === VOICE_STATE.form

/** The name under which the draft of a form is kept. */
export function formKeyOf(target: EditorTarget): string {
  switch (target.kind) {
    case 'add':
    case 'voice':
      return target.kind
    case 'edit':
      return `edit=${target.id ?? ''}`
    case 'fix':
      return `fix=${target.position}`
  }
}

/** Where the form of a draft is opened again. */
export function addressOf(formKey: string): { to: string; state: unknown } {
  if (formKey === 'voice') return { to: PAGES.appointments, state: VOICE_STATE }
  return { to: `${PAGES.appointments}?${formKey === 'add' ? 'add=1' : formKey}`, state: null }
}
