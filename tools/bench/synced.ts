import type { BrowserContext } from 'playwright-core'
import { addDays, type LocalTime } from '#domain/lib/local-time.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { ZONE } from './account.ts'
import { type BenchPage, openBenchPage } from './bench-page.ts'
import type { BenchMedication } from './events.ts'
import type { Setup } from './setup.ts'

/** How many doses the account has. */
export const EVENTS = 20_000

/** Returns where the log ends (ms): no dose that home shows has been logged, of today and of yesterday. */
export const logEnd = (): number => instantAt(addDays(localAt(Date.now(), ZONE).date, -1), '00:00' as LocalTime, ZONE)

/** A device that holds what the server does: an account with medications and a long log. */
export interface Synced {
  setup: Setup
  context: BrowserContext
  bench: BenchPage
  user: CurrentUser
  email: string
  medications: BenchMedication[]
  digest: string
}

/** Opens a page of the minimal server, or of a relay to it, with a bare database as full as the app's. */
export async function openRawPage(
  context: BrowserContext,
  origin: string,
  { setup, medications }: Pick<Synced, 'setup' | 'medications'>,
): Promise<BenchPage> {
  const bench = await openBenchPage(context, origin, setup.script)
  await bench.call('openRaw', medications, EVENTS, ZONE, logEnd())
  return bench
}
