import { create } from 'zustand'
import type { UserId } from '#domain/lib/ids.ts'

interface AgeAnswer {
  user: UserId
  needsConsent: boolean
}

/**
 * The user whose age the server verified in this page. Remembered until the known user says the same: the connection
 * may be lost in between, and nobody should be asked for their date of birth twice.
 */
const useAnswer = create<{ answer: AgeAnswer | null }>(() => ({ answer: null }))

export const keepAgeAnswer = (answer: AgeAnswer): void => useAnswer.setState({ answer })

/** Returns the answer about this user; null if there was none yet. */
export const useAgeAnswer = (user: UserId): AgeAnswer | null =>
  useAnswer(({ answer }) => (answer?.user === user ? answer : null))
