import { useEffect } from 'react'

/** How often the server is asked while this is visible. Returning to the page or going online asks immediately. */
const LOOK_EVERY = 15_000

/** Keeps asking the server for the user while the page is visible. */
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
