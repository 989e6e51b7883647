/**
 * Returns a function that makes something at the first call, and then returns the same. A start does not pay for it, in
 * time or memory: most servers never need most of what they could do. If making it fails, the next call tries again.
 */
export function whenNeeded<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
