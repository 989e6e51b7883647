import type { MedicationId } from '#domain/lib/ids.ts'
import { medicationIdSchema } from '#domain/lib/ids-schema.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { type Gtin, gtinSchema } from '#domain/records/barcode.ts'
import { editorTargets, type EditorTarget as Target } from '#src/session/editor/editor-target.ts'

/** Which form of /medications is open. `again` starts a new medication from an ended one. */
export type EditorTarget = Target<'edit' | 'again', MedicationId>

export const { targetOf, addressOf } = editorTargets({
  page: PAGES.medications,
  named: ['edit', 'again'],
  ids: medicationIdSchema,
})

/** Returns the barcode in the state of an address (links.ts); null if there is none. */
export const scannedIn = (state: unknown): Gtin | null =>
  gtinSchema.safeParse((state as { scanned?: unknown } | null)?.scanned).data ?? null
