import { create } from 'zustand'

interface NameQuestion {
  /** Whether a new person is being asked for their name: once, after the age, whichever screen stands by then. */
  isAsked: boolean
  /** Whether the server is being asked, since the question was left, what the person may do now. */
  isChecking: boolean
}

export const useNameQuestion = create<NameQuestion>(() => ({ isAsked: false, isChecking: false }))

export const askForName = (): void => useNameQuestion.setState({ isAsked: true })

/** At once: what the server says of the person opens the gate when it comes, and may be long in coming. */
export async function leaveName(refreshUser: () => Promise<void>): Promise<void> {
  useNameQuestion.setState({ isAsked: false, isChecking: true })
  try {
    await refreshUser()
  } finally {
    useNameQuestion.setState({ isChecking: false })
  }
}
