import { useEffect, useState } from 'react'

/** A press that was on its way when something came up by itself was not meant for it. */
const STRAY_PRESS_MS = 700

/**
 * For what comes up by itself: true for its first moments, in which it takes no press, and again whenever it has grown.
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
