/**
 * Returns a function that runs the work, never twice at a time: a call during a run makes it run once more afterwards.
 * The promise resolves when all of that is done, and rejects as the work does.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  const untilCalm = async () => {
    do {
      again = false
      await work()
    } while (again)
  }
  return () => {
    if (running) again = true
    else
      running = untilCalm().finally(() => {
        running = null
      })
    return running
  }
}
