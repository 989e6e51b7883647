import { type AppointmentId, appointmentIdSchema } from '#domain/lib/ids.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { editorTargets, type EditorTarget as Target } from '#src/session/editor/editor-target.ts'

/** Which form of /appointments is open. */
export type EditorTarget = Target<'edit', AppointmentId>

export const { targetOf, addressOf } = editorTargets({
  page: PAGES.appointments,
  named: ['edit'],
  ids: appointmentIdSchema,
})
