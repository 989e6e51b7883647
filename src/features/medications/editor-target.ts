import { type MedicationId, medicationIdSchema } from '#domain/lib/ids.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { editorTargets, type EditorTarget as Target } from '#src/session/editor/editor-target.ts'

/** Which form of /medications is open. `again` is a new medicine from one that ended. */
export type EditorTarget = Target<'edit' | 'again', MedicationId>

export const { targetOf, addressOf } = editorTargets({
  page: PAGES.medications,
  named: ['edit', 'again'],
  ids: medicationIdSchema,
})
