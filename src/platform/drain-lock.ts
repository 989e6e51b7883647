import type { DrainLock } from '#src/sync/ports.ts'
import { withLock } from './locks.ts'

export const drainLockName = (user: string): string => `dosewell-drain-${user}`

/** The upload queue has its own lock: a picture being sent must not hold back a dose. */
export const documentLockName = (user: string): string => `dosewell-documents-${user}`

/** The scan history has its own lock too. */
export const scanLockName = (user: string): string => `dosewell-scan-history-${user}`

/**
 * Returns the drain lock, held by one tab or worker of the browser and released by the browser if its holder dies.
 * @param patience how long to wait for it, in milliseconds; 0 tries once
 */
export function createDrainLock(user: string, patience: number, nameOf = drainLockName): DrainLock {
  return {
    async run(work) {
      const wish = patience === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(patience) }
      let ran = false
      try {
        await withLock(nameOf(user), wish, async (isGiven) => {
          if (!isGiven) return
          ran = true
          await work()
        })
      } catch (error) {
        if (!ran && error instanceof DOMException) return false
        throw error
      }
      return ran
    },
  }
}
