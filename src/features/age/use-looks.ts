import { useEffect } from 'react'

/** How often the server is asked while this is in sight. Coming back to the page, or to a network, asks at once. */
const LOOK_EVERY = 15_000

/** Asks the server who this person is, again and again while somebody looks. */
export function useLooks(refreshUser: () => Promise<void>): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refreshUser()
    }
    const timer = setInterval(look, LOOK_EVERY)
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [refreshUser])
}
