import { formDrafts } from '#src/session/form-drafts.ts'
import { medicationValuesSchema } from './form-values.ts'

/** Unsaved input in a medication form. */
export const medicationDrafts = formDrafts('medication-draft', medicationValuesSchema)
