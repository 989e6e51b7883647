/** A computation that can be left and gone on with between its steps, each of which takes some milliseconds. */
export type Steps<T> = Generator<void, T>

/** Runs a computation to its end. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Runs a computation with pauses. Resolves with its result, or with undefined once it is no longer wanted.
 * @param pause resolves when it may go on
 * @param isWanted is asked after each pause
 */
export async function withPauses<T>(
  steps: Steps<T>,
  pause: () => Promise<void>,
  isWanted: () => boolean,
): Promise<T | undefined> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
    if (!isWanted()) return undefined
  }
}
