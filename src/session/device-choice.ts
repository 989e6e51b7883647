/** Returns whether something is chosen on this device: it is in local storage while it is. */
export function readChoice(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Keeps the choice. Private windows may refuse to store it; then it lasts for the visit. */
export function storeChoice(key: string, isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(key, 'on')
    else localStorage.removeItem(key)
  } catch {
    // Storage is refused; the page still changes.
  }
}
