import { tooMany } from './errors.ts'
import { patiently } from './turns.ts'

/** Runs an account's long work one piece after another. Throws 429 if the wait would be too long. */
export type LongWork = <T>(account: string, work: () => Promise<T>) => Promise<T>

/** How many may wait per account: its devices, which sync at the same time. */
const MOST_WAITING = 5
/** The longest wait (ms): a device gives up on a request after 30 s (S7.2). */
const LONGEST_WAIT = 20_000
/** After how many seconds to try again, if the wait was in vain. */
const LATER = 10

type Waiting = () => void

/**
 * Queues work per account: if an account sends batches, imports and exports all together, one of them runs while
 * others' work goes first.
 */
export function longWork(): LongWork {
  const lines = new Map<string, Waiting[]>()
  return async (account, work) => {
    const line = lines.get(account)
    if (line) await turnIn(line)
    else lines.set(account, [])
    try {
      return await patiently(work)
    } finally {
      const next = lines.get(account)?.shift()
      if (next) next()
      else lines.delete(account)
    }
  }
}

function turnIn(line: Waiting[]): Promise<void> {
  if (line.length >= MOST_WAITING) throw tooMany(LATER)
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      line.splice(line.indexOf(begin), 1)
      reject(tooMany(LATER))
    }, LONGEST_WAIT)
    line.push(begin)
  })
}
