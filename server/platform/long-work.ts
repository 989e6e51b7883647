import { tooMany } from './errors.ts'
import { patiently } from './turns.ts'

/** Does one piece of long work of an account after the other. Throws 429 for whoever would wait too long. */
export type LongWork = <T>(account: string, work: () => Promise<T>) => Promise<T>

/** How many may wait of one account: its devices, which sync at the same time. */
const MOST_WAITING = 5
/** For how long (ms): a device gives a request up after 30 s (S7.2). */
const LONGEST_WAIT = 20_000
/** After how many seconds those who waited for nothing may ask again. */
const LATER = 10

type Waiting = () => void

/** A line for each account: of whoever sends batches, imports and exports all at once, one is under way, and others go first. */
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
