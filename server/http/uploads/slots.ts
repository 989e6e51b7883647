import { t } from '#domain/language/translate.ts'
import { ApiError, tooMany } from '../../platform/errors.ts'

export interface SlotLimits {
  /** How many uploads of one account, and of all accounts together, are received and processed at a time. */
  perAccount: number
  perServer: number
  /** How many more uploads of one account, and of all accounts together, may wait before any of them is read. */
  waitingPerAccount: number
  waiting: number
  /** The longest wait in milliseconds. */
  wait: number
}

/** Slots for uploads. A waiting upload costs a connection but no memory, because none of its body is read. */
export interface UploadSlots {
  /**
   * Waits for a slot. Returns a function that releases it, which may be called twice.
   * @throws ApiError 429 if the account's own uploads fill its slots, 503 if those of others do; both say when to try
   * again.
   */
  enter(account: string): Promise<() => void>
  /** Returns whether an upload is waiting only for another account's upload to end. */
  isContended(): boolean
}

interface Waiting {
  account: string
  admit(): void
}

/** Seconds until the device should try again. */
const RETRY_AFTER = 10

const ownTurn = () => tooMany(RETRY_AFTER, t('You are already sending several files. Please try again in a moment.'))

const othersTurn = () =>
  new ApiError(503, 'unavailable', t('Many files are arriving right now. Please try again in a moment.'), {
    headers: { 'retry-after': String(RETRY_AFTER) },
  })

/**
 * Manages the slots of one process. First come, first served, but no one waits behind an account that is blocked by its
 * own uploads.
 */
export function uploadSlots(limits: SlotLimits): UploadSlots {
  const taken = new Map<string, number>()
  const queue: Waiting[] = []
  let all = 0

  const ownPlace = (account: string) => (taken.get(account) ?? 0) < limits.perAccount
  const hasPlace = (account: string) => all < limits.perServer && ownPlace(account)

  function take(account: string): () => void {
    taken.set(account, (taken.get(account) ?? 0) + 1)
    all += 1
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      all -= 1
      const left = (taken.get(account) ?? 1) - 1
      if (left > 0) taken.set(account, left)
      else taken.delete(account)
      admitNext()
    }
  }

  function admitNext(): void {
    const at = queue.findIndex(({ account }) => hasPlace(account))
    if (at >= 0) queue.splice(at, 1)[0]?.admit()
  }

  function waitFor(account: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        account,
        admit: () => {
          clearTimeout(timer)
          resolve(take(account))
        },
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(ownPlace(account) ? othersTurn() : ownTurn())
      }, limits.wait)
      queue.push(waiting)
    })
  }

  return {
    async enter(account) {
      if (hasPlace(account)) return take(account)
      const own = queue.filter((waiting) => waiting.account === account).length
      const mostOwn = ownPlace(account) ? Math.max(1, limits.waitingPerAccount) : limits.waitingPerAccount
      if (own >= mostOwn) throw ownTurn()
      if (queue.length >= limits.waiting) throw othersTurn()
      return waitFor(account)
    },
    isContended: () => all >= limits.perServer && queue.some(({ account }) => ownPlace(account)),
  }
}
