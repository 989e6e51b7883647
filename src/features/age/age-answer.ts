import { create } from 'zustand'
import type { UserId } from '#domain/lib/ids.ts'

interface AgeAnswer {
  user: UserId
  needsConsent: boolean
}

/**
 * Whose age the server has verified in this page. It stands until the known user says the same: the network may go in
 * between, and nobody is asked for their date of birth twice.
 */
const useAnswer = create<{ answer: AgeAnswer | null }>(() => ({ answer: null }))

export const keepAgeAnswer = (answer: AgeAnswer): void => useAnswer.setState({ answer })

/** The answer about this person; null: there was none yet. */
export const useAgeAnswer = (user: UserId): AgeAnswer | null =>
  useAnswer(({ answer }) => (answer?.user === user ? answer : null))
