import * as z from 'zod/mini'
import { formDrafts } from '#src/session/form-drafts.ts'

/** Notes typed on the page for a visit and not saved with the appointment yet. */
export const visitDrafts = formDrafts('visit-draft', z.strictObject({ notes: z.string() }))
