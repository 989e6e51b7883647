import { latePart } from './late-part.ts'

const dialog = latePart(() => import('./QuestionDialog.tsx'))

/** Loads the code for questions; resolves to whether one can be shown. Call it before asking. */
export const prepareQuestions = dialog.fetched

/** The place for questions that are asked from outside a component. Render it once, at the root. */
export function Questioner() {
  const part = dialog.use()
  return part ? <part.QuestionDialog /> : null
}
