import { create } from 'zustand'

interface LatePart<Part> {
  /** The part, or null until it is here. */
  use(): Part | null
  /** Fetches it, unless it is here or on its way. A fetch that failed is forgotten: the next wish tries again. */
  want(): void
}

/**
 * A part of the page whose code is fetched when it is first wanted. Unlike React's lazy, a fetch that fails (no network and
 * no worker yet) breaks nothing: the part just does not appear.
 */
export function latePart<Part>(load: () => Promise<Part>): LatePart<Part> {
  const usePart = create<{ part: Part | null }>(() => ({ part: null }))
  let isLoading = false
  return {
    use: () => usePart((state) => state.part),
    want() {
      if (isLoading || usePart.getState().part !== null) return
      isLoading = true
      load()
        .then((part) => usePart.setState({ part }))
        .catch(() => {
          isLoading = false
        })
    },
  }
}
