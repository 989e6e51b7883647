import type { BrowserContext } from 'playwright-core'
import type { CurrentUser } from '#domain/records/user.ts'
import { ZONE } from './account.ts'
import { type BenchPage, openBenchPage } from './bench-page.ts'
import type { BenchMedication } from './events.ts'
import type { Setup } from './setup.ts'

/** How many doses the account has. */
export const EVENTS = 20_000

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
  await bench.call('openRaw', medications, EVENTS, ZONE)
  return bench
}
