import { useEffect } from 'react'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import { latePart } from '#src/ui/late-part.ts'

const questions = latePart(() => import('#src/features/conflicts/ConflictQuestion.tsx'))

/** Asks about slots that several devices logged; its code is loaded with the first of them. */
export function Conflicts({ conflicts }: { conflicts: readonly SlotConflict[] }) {
  const part = questions.use()
  useEffect(questions.want, [])
  return part ? <part.ConflictQuestions conflicts={conflicts} /> : null
}
