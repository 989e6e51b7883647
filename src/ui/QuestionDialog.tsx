import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useQuestionStore } from './question-store.ts'

/** Shows the question that is being asked, over everything else. */
export function QuestionDialog() {
  const question = useQuestionStore((state) => state.current)
  if (!question) return null
  return (
    <ConfirmDialog
      title={question.title}
      confirmLabel={question.confirmLabel}
      variant="primary"
      onConfirm={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      {question.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </ConfirmDialog>
  )
}
