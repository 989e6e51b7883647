import { create } from 'zustand'

/** A question that something outside a component asks before it goes on. */
export interface Question {
  title: string
  /** One paragraph each. */
  lines: readonly string[]
  confirmLabel: string
}

interface QuestionState {
  current: (Question & { answer: (isYes: boolean) => void }) | null
}

/** At most one question: a newer one answers the older with no. */
export const useQuestionStore = create<QuestionState>(() => ({ current: null }))

/** Asks, and resolves with whether the user said yes. */
export function ask(question: Question): Promise<boolean> {
  useQuestionStore.getState().current?.answer(false)
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      useQuestionStore.setState({ current: null })
      resolve(isYes)
    }
    useQuestionStore.setState({ current: { ...question, answer } })
  })
}
