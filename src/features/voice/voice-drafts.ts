import * as z from 'zod/mini'
import { formDrafts } from '#src/session/form-drafts.ts'

/** What was dictated or typed on /voice and not used yet. */
export const voiceDrafts = formDrafts('voice-draft', z.strictObject({ text: z.string() }))
