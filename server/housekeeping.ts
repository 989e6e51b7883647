import { DAY, HOUR } from '#domain/lib/local-time.ts'
import type { ErasureJournal } from './backup/erasure-journal.ts'
import { missingErasures } from './backup/erasures.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/database.ts'
import type { Job } from './jobs.ts'
import { purgeSends } from './push/sends.ts'
import { purgeMails } from './reminders/important-doses.ts'
import { eraseRefused } from './services/consent-erasure.ts'
import { purgeIdempotencyKeys } from './services/idempotency.ts'
import { purgeSessions } from './services/sessions.ts'

/** What every server cleans up by itself, on either database. */
export function housekeeping({
  db,
  clock,
  journal,
}: {
  db: Database
  clock: Clock
  journal: ErasureJournal
}): Job[] {
  return [
    { name: 'old keys', every: DAY, run: () => purgeIdempotencyKeys(db, clock.now()) },
    { name: 'old sessions', every: DAY, run: () => purgeSessions(db, clock.now()) },
    { name: 'old pushes', every: DAY, run: () => purgeSends(db, clock.now()) },
    { name: 'accounts without consent', every: HOUR, run: () => eraseRefused({ db, clock, journal }) },
    { name: 'old mails about doses', every: DAY, run: () => purgeMails(db, clock.now()) },
    { name: 'erasure journal', every: HOUR, run: () => keepJournal(db, journal, clock.now()) },
  ]
}

/** Adds what the journal missed, then forgets what no snapshot can bring back any more. */
async function keepJournal(db: Database, journal: ErasureJournal, now: number): Promise<void> {
  const { erasures } = await journal.read()
  await journal.record(...(await missingErasures(db, erasures, now)))
  await journal.trim(now)
}
