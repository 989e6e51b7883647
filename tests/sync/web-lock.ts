import type { DrainLock } from '#src/sync/ports.ts'
import type { Strand } from './engine-strand.ts'
import type { VirtualTime } from './virtual-time.ts'

/** One browser's drain lock, as Web Locks provide it: held by one strand at a time, released when its holder dies. */
export interface WebLock {
  /** @param patience how long the strand waits for the lock, in milliseconds; 0 tries once */
  of(strand: Strand, patience: number): DrainLock
  /** Called when the browser closed the strand. */
  died(strand: Strand): void
  /** Called when the browser closed all of them. */
  allDied(): void
  isFree(): boolean
}

interface Waiting {
  strand: Strand
  answer(granted: boolean): void
}

/** @param onBusy called whenever a strand requests the lock while another one holds it */
export function createWebLock(time: VirtualTime, onBusy: () => void): WebLock {
  let holder: Strand | null = null
  const line: Waiting[] = []

  const leave = (waiting: Waiting): boolean => {
    const index = line.indexOf(waiting)
    if (index >= 0) line.splice(index, 1)
    return index >= 0
  }
  const passOn = (): void => {
    const next = line.shift()
    holder = next?.strand ?? null
    next?.answer(true)
  }
  const wait = (strand: Strand, patience: number): Promise<boolean> =>
    time.pause<boolean>((answer) => {
      const waiting = { strand, answer }
      line.push(waiting)
      time.in(patience, () => {
        if (leave(waiting)) answer(false)
      })
    })

  return {
    of: (strand, patience) => ({
      run: async (work) => {
        if (holder) {
          onBusy()
          if (patience === 0 || !(await wait(strand, patience))) return false
        }
        holder = strand
        try {
          await work()
        } finally {
          if (holder === strand) passOn()
        }
        return true
      },
    }),
    died: (strand) => {
      for (const waiting of line.filter((one) => one.strand === strand)) leave(waiting)
      if (holder === strand) passOn()
    },
    allDied: () => {
      line.length = 0
      holder = null
    },
    isFree: () => holder === null,
  }
}
