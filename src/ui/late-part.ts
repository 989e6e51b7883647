import { create } from 'zustand'
import { wholeCatalogue } from '#domain/language/translate.ts'

export interface LatePart<Part> {
  /** Returns the part, or null until it is loaded. */
  use(): Part | null
  /** Returns the error of the last load; null if it did not fail. */
  useFailure(): unknown
  /** Loads it, unless it is loaded or loading. A failed load is forgotten: the next call tries again. */
  want(): void
  /** Like `want`; resolves to whether the part is loaded, once it is or loading failed. */
  fetched(): Promise<boolean>
}

/**
 * A part of the page whose code loads on first demand. Unlike with React's lazy, a failed load (offline without a
 * worker yet) breaks nothing: the part just does not appear.
 */
export function latePart<Part>(load: () => Promise<Part>): LatePart<Part> {
  const useState = create<{ part: Part | null; failure: unknown }>(() => ({ part: null, failure: null }))
  let loading: Promise<boolean> | null = null
  const fetched = () => {
    loading ??= Promise.all([load(), wholeCatalogue()])
      .then(([part]) => {
        useState.setState({ part, failure: null })
        return true
      })
      .catch((failure: unknown) => {
        loading = null
        useState.setState({ failure })
        return false
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
