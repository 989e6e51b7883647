/**
 * Ensures that the work for one key never runs twice at a time. Callers that arrive during a run share the one run that
 * follows, so that every caller gets a run that began after the call. A hundred parallel calls lead to two runs.
 */
export function coalesced<Result>(work: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const runs = new Map<string, { current: Promise<Result>; next: Promise<Result> | null }>()

  const begin = (key: string): Promise<Result> => {
    const run = { current: work(key), next: null as Promise<Result> | null }
    runs.set(key, run)
    const end = () => {
      if (runs.get(key) === run && run.next === null) runs.delete(key)
    }
    run.current.then(end, end)
    return run.current
  }

  return (key) => {
    const run = runs.get(key)
    if (!run) return begin(key)
    run.next ??= run.current.then(
      () => begin(key),
      () => begin(key),
    )
    return run.next
  }
}
