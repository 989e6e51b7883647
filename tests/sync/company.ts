import type { VirtualTime } from './virtual-time.ts'

/** How long a request waits for others before it enters alone. */
const PATIENCE = 3000

/** The server's entrance, where requests of several devices can be made to enter at the same moment. */
export interface Company {
  /** Waits until another request enters. */
  wait(): Promise<void>
  /** Lets a request enter together with all that were waiting. Returns how many those were. */
  enter(): number
}

export function createCompany(time: VirtualTime): Company {
  let waiting: (() => void)[] = []
  const enter = (): number => {
    const together = waiting
    waiting = []
    for (const goOn of together) goOn()
    return together.length
  }
  return {
    enter,
    wait: () =>
      time.pause<void>((resume) => {
        const goOn = () => resume()
        waiting.push(goOn)
        time.in(PATIENCE, () => {
          if (!waiting.includes(goOn)) return
          waiting = waiting.filter((one) => one !== goOn)
          goOn()
        })
      }),
  }
}
