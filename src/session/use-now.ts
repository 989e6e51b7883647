import { useEffect, useState } from 'react'

/**
 * Returns the current instant (ms), refreshed every `every` milliseconds and immediately when the page returns from the
 * background, from a frozen state or from the back-forward cache.
 */
export function useNow(every = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const renew = () => setNow(Date.now())
    const timer = setInterval(renew, every)
    document.addEventListener('visibilitychange', renew)
    document.addEventListener('resume', renew)
    addEventListener('pageshow', renew)
    addEventListener('focus', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
      document.removeEventListener('resume', renew)
      removeEventListener('pageshow', renew)
      removeEventListener('focus', renew)
    }
  }, [every])
  return now
}
