/** How many changes have not reached the account, and how that is known. */
export type UnsentKnowledge =
  /** Counted in the local database now. */
  | { kind: 'counted'; count: number }
  /** As of the last time the app was open here. */
  | { kind: 'remembered'; count: number }
  | { kind: 'unknown' }

const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`)

/** Returns what the account lacks from this device. */
export function unsentText(unsent: UnsentKnowledge): string {
  if (unsent.kind === 'unknown') return 'There is no way to tell whether everything here has reached your account.'
  const { kind, count } = unsent
  if (kind === 'counted')
    return count === 0
      ? 'Everything you entered here has reached your account.'
      : `${changes(count)} on this device ${count === 1 ? 'has' : 'have'} not reached your account.`
  return count === 0
    ? 'When Dosewell was last open here, everything had reached your account.'
    : `When Dosewell was last open here, ${changes(count)} had not reached your account.`
}

/** Returns what is lost with the local database. */
export function lossText(unsent: UnsentKnowledge): string {
  if (unsent.kind === 'unknown') return 'Changes that have not reached your account are lost, if there are any.'
  if (unsent.count === 0) return 'Nothing you entered is lost.'
  const lost = unsent.count === 1 ? 'is lost' : 'are lost'
  return `${changes(unsent.count)} that ${unsent.count === 1 ? 'has' : 'have'} not reached your account ${lost}.`
}
