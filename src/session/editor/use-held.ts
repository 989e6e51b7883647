import { useState } from 'react'

/**
 * The first thing that was found, also when it is found no more: what a form was opened with. A change from elsewhere
 * must not take the form away from under the person.
 */
export function useHeld<T>(found: T | undefined): T | undefined {
  const [held, setHeld] = useState(found)
  if (held === undefined && found !== undefined) setHeld(found)
  return held ?? found
}
