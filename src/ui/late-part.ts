import { create } from 'zustand'

export interface LatePart<Part> {
  /** The part, or null until it is here. */
  use(): Part | null
  /** What the last fetch failed with; null when it did not. */
  useFailure(): unknown
  /** Fetches it, unless it is here or on its way. A fetch that failed is forgotten: the next wish tries again. */
  want(): void
  /** Like `want`; resolves when the part is here or its fetch failed. */
  fetched(): Promise<void>
}

/**
 * A part of the page whose code is fetched when it is first wanted. Unlike React's lazy, a fetch that fails (no network
 * and no worker yet) breaks nothing: the part just does not appear.
 */
export function latePart<Part>(load: () => Promise<Part>): LatePart<Part> {
  const useState = create<{ part: Part | null; failure: unknown }>(() => ({ part: null, failure: null }))
  let loading: Promise<void> | null = null
  const fetched = () => {
    loading ??= load()
      .then((part) => useState.setState({ part, failure: null }))
      .catch((failure: unknown) => {
        loading = null
        useState.setState({ failure })
      })
    return loading
  }
  return {
    use: () => useState((state) => state.part),
    useFailure: () => useState((state) => state.failure),
    want: () => void fetched(),
    fetched,
  }
}
