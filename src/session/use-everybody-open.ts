import { useEffect, useState } from 'react'
import { usePeople, useSessions } from './people.tsx'

/** How long (ms) a page waits for those whose data is not open yet. */
const OPEN_WITHIN = 2000

/** Returns whether the data of everybody who may be seen is open, or the page no longer waits for it. */
export function useIsEverybodyOpen(): boolean {
  const open = useSessions().length
  const expected = usePeople(({ people }) => people.filter(({ isWithheld }) => !isWithheld).length)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), OPEN_WITHIN)
    return () => clearTimeout(timer)
  }, [])
  return isLate || open >= expected
}
