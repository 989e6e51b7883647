import { create } from 'zustand'
import { FIRST_RUN_KEY } from '#src/data/first-run-key.ts'

/**
 * Whether this device saw the account's first medicine come, and has not seen a reminder arrive yet: home then offers
 * to prove one. Kept in local storage, where it survives a reload between the steps.
 */
export const useFirstRun = create<{ isOn: boolean }>(() => ({ isOn: read() }))

function read(): boolean {
  try {
    return localStorage.getItem(FIRST_RUN_KEY) !== null
  } catch {
    return false
  }
}

/** Begins with an account that has no medicine; ends once a reminder arrived or the user skips it. */
export function setFirstRun(isOn: boolean): void {
  if (useFirstRun.getState().isOn === isOn) return
  try {
    if (isOn) localStorage.setItem(FIRST_RUN_KEY, 'on')
    else localStorage.removeItem(FIRST_RUN_KEY)
  } catch {
    // Storage is refused: it lasts for the visit.
  }
  useFirstRun.setState({ isOn })
}
