import { create } from 'zustand'

interface NameQuestion {
  /** Whether a new user is being asked for their name: once, after the age, whichever screen is shown by then. */
  isAsked: boolean
  /** Whether the server is being asked what the user may do now, since the question was closed. */
  isChecking: boolean
}

export const useNameQuestion = create<NameQuestion>(() => ({ isAsked: false, isChecking: false }))

export const askForName = (): void => useNameQuestion.setState({ isAsked: true })

/**
 * Closes the question immediately: the server's answer about the user opens the gate when it comes, and may take long.
 */
export async function leaveName(refreshUser: () => Promise<void>): Promise<void> {
  useNameQuestion.setState({ isAsked: false, isChecking: true })
  try {
    await refreshUser()
  } finally {
    useNameQuestion.setState({ isChecking: false })
  }
}
