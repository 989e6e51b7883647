import type { BrowserContext } from 'playwright-core'
import type { CurrentUser } from '#domain/records/user.ts'
import type { BenchPage } from './bench-page.ts'
import type { BenchMedication } from './events.ts'
import type { Stage } from './stage.ts'

/** A device that holds what the server does: an account with medications and a long log. */
export interface Synced {
  stage: Stage
  context: BrowserContext
  bench: BenchPage
  user: CurrentUser
  email: string
  medications: BenchMedication[]
  digest: string
}
