/**
 * Returns a function that asks for one thing, for work that nearly every request begins with: whatever is asked for in
 * one turn of the event loop is one question. So the busier the server, the less each costs. Nothing is kept: a question
 * begins after all it is about was asked for. If it fails, all of it does.
 */
export function together<Key, One>(
  ask: (keys: Key[]) => Promise<ReadonlyMap<Key, One>>,
): (key: Key) => Promise<One | undefined> {
  let next: { keys: Set<Key>; found: Promise<ReadonlyMap<Key, One>> } | null = null
  const begin = () => {
    const keys = new Set<Key>()
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      next = null
      return ask([...keys])
    })
    return { keys, found }
  }
  return async (key) => {
    next ??= begin()
    next.keys.add(key)
    return (await next.found).get(key)
  }
}
