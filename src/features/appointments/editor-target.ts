import * as z from 'zod/mini'
import type { AppointmentId } from '#domain/lib/ids.ts'
import { appointmentIdSchema } from '#domain/lib/ids-schema.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { editorTargets, type EditorTarget as Target } from '#src/session/editor/editor-target.ts'
import type { DraftedVisit } from '#src/session/supply-links.ts'

/** Which form of /appointments is open. */
export type EditorTarget = Target<'edit', AppointmentId>

export const { targetOf, addressOf } = editorTargets({
  page: PAGES.appointments,
  named: ['edit'],
  ids: appointmentIdSchema,
})

const draftedSchema = z.object({ drafted: z.object({ doctorName: z.string(), notes: z.string() }) })

/** Returns what a new appointment is already about, according to the history state; null if nothing. */
export const draftedIn = (state: unknown): DraftedVisit | null => draftedSchema.safeParse(state).data?.drafted ?? null
