import { useEffect, useState } from 'react'

/** A press already under way when something appeared on its own was not meant for it. */
const STRAY_PRESS_MS = 700

/**
 * Returns true for the first moments of something that appears on its own, in which it ignores presses, and again
 * whenever it has grown.
 * @param shown ids, without spaces, of what it is about
 */
export function useStrayPresses(shown: readonly string[] = []): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  const known = settled?.split(' ')
  const isEarly = !known || shown.some((id) => !known.includes(id))
  const all = shown.join(' ')
  useEffect(() => {
    if (!isEarly) return setSettled(all)
    const timer = setTimeout(() => setSettled(all), STRAY_PRESS_MS)
    return () => clearTimeout(timer)
  }, [isEarly, all])
  return isEarly
}
