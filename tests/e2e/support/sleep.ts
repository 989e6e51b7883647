import { MINUTE } from '#domain/lib/local-time.ts'
import type { StoredRing } from '#src/data/stored-rows.ts'
import { until } from '#tests/support/wait.ts'

/** A user here or in tests/screens. */
interface Sleeper {
  readonly page: {
    readonly clock: {
      install(options: { time: number }): Promise<void>
      fastForward(milliseconds: number): Promise<void>
    }
    evaluate(work: () => Promise<StoredRing[]>): Promise<StoredRing[]>
  }
}

/** Sets the user's device that many minutes back, for `sleep` to catch up. Call it before the first page. */
export const liveInThePast = ({ page }: Sleeper, minutes: number): Promise<void> =>
  page.clock.install({ time: Date.now() - minutes * MINUTE })

/** To a page, sleep is a jump of the clock: nothing can ring in between. */
export const sleep = ({ page }: Sleeper, minutes: number): Promise<void> => page.clock.fastForward(minutes * MINUTE)

/** Waits until the device has begun to record what was announced (docs/reminders.md, R6.2). */
export async function ledgerBegan(user: Sleeper): Promise<void> {
  await until(async () => (await ledgerOf(user)).includes('beginning'), { what: 'a ledger of rings' })
}

/** Returns the keys of the notification log. */
export const ledgerOf = async (user: Sleeper): Promise<string[]> => (await ledgerRows(user)).map(({ key }) => key)

/** Returns the rows of the notification log: what was claimed, and when. */
export const ledgerRows = ({ page }: Sleeper): Promise<StoredRing[]> => page.evaluate(readLedger)

/** Runs in the page. Reads the signed-in user's database, and never creates one. */
async function readLedger(): Promise<StoredRing[]> {
  const answer = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const name = names.find((known) => /^dosewell-[0-9a-f]{8}-/.test(known))
  if (!name) return []
  const db = await answer(indexedDB.open(name))
  const rows = await answer(db.transaction('rings').objectStore('rings').getAll())
  db.close()
  return rows
}
