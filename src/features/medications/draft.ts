import { formDrafts } from '#src/session/form-drafts.ts'
import { medicationValuesSchema } from './form-values.ts'

/** What was typed into the form of a medication and not saved yet. */
export const medicationDrafts = formDrafts('medication-draft', medicationValuesSchema)
