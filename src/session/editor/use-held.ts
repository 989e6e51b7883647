import { useState } from 'react'

/**
 * Returns the first value found, even once it is no longer found: what a form was opened with. A change from elsewhere
 * must not pull the form away from the user.
 */
export function useHeld<T>(found: T | undefined): T | undefined {
  const [held, setHeld] = useState(found)
  if (held === undefined && found !== undefined) setHeld(found)
  return held ?? found
}
