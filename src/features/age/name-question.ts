import { create } from 'zustand'

/** Whether a new person is being asked for their name: once, after the age, whichever screen stands by then. */
export const useNameQuestion = create<{ isAsked: boolean }>(() => ({ isAsked: false }))

export const askForName = (): void => useNameQuestion.setState({ isAsked: true })
export const nameIsSettled = (): void => useNameQuestion.setState({ isAsked: false })
