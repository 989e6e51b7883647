import { useEffect, useState } from 'react'

/** A press that was on its way when something came up by itself was not meant for it. */
const STRAY_PRESS_MS = 700

/** For what comes up by itself: true for its first moments, in which it takes no press. */
export function useStrayPresses(): boolean {
  const [isEarly, setEarly] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setEarly(false), STRAY_PRESS_MS)
    return () => clearTimeout(timer)
  }, [])
  return isEarly
}
