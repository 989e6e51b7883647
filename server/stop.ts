/**
 * Ends the parts of a server: those of a group together, and the next group once all of them have ended. A part that
 * fails does not keep the others from ending: an unavailable database must not leave a lock on the data directory or a
 * listening port.
 * @param onFault called with each failure
 * @returns whether every part ended without one
 */
export async function stopInOrder(
  groups: readonly (readonly (() => unknown)[])[],
  onFault: (error: unknown) => void,
): Promise<boolean> {
  let isClean = true
  for (const group of groups) {
    const outcomes = await Promise.allSettled(group.map(async (end) => end()))
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      isClean = false
      onFault(outcome.reason)
    }
  }
  return isClean
}
