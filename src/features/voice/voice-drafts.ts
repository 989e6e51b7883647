import * as z from 'zod/mini'
import { formDrafts } from '#src/session/form-drafts.ts'

/** Text dictated or typed on /voice and not used yet. */
export const voiceDrafts = formDrafts('voice-draft', z.strictObject({ text: z.string() }))
