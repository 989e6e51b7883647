import { join } from 'node:path'
import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { purgeAdminAudit } from './admin/audit.ts'
import { foldTallies } from './admin/tallies.ts'
import type { ErasureJournal } from './backup/erasure-journal.ts'
import { missingErasures } from './backup/erasures.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/database.ts'
import type { Job } from './jobs.ts'
import { purgeInbox } from './mail/inbox.ts'
import { purgeMailQueue } from './mail/mailings.ts'
import { purgePayments } from './plans/billing.ts'
import { purgeSends } from './push/sends.ts'
import { purgeMails } from './reminders/important-doses.ts'
import { eraseRefused } from './services/consent-erasure.ts'
import { purgeRecipients } from './services/document-mail-limits.ts'
import { purgeIdempotencyKeys } from './services/idempotency.ts'
import { removeLeftAhead } from './services/log-ahead.ts'
import { purgeOutbox } from './services/outbox-files.ts'
import { purgeSessions } from './services/sessions.ts'
import { purgeCounts } from './services/shared-limits.ts'
import { purgeCodes } from './services/sign-in-codes.ts'
import type { OnSetAside } from './set-aside.ts'

/** What every server cleans up by itself, on either database. */
export function housekeeping({
  db,
  clock,
  journal,
  dataDir,
  onSetAside,
}: {
  db: Database
  clock: Clock
  journal: ErasureJournal
  dataDir: string
  onSetAside: OnSetAside
}): Job[] {
  return [
    { name: 'old keys', every: DAY, run: () => purgeIdempotencyKeys(db, clock.now()) },
    { name: 'old sessions', every: DAY, run: () => purgeSessions(db, clock.now()) },
    { name: 'old codes', every: DAY, run: () => purgeCodes(db) },
    { name: 'old counts', every: HOUR, run: () => purgeCounts(db, clock.now()) },
    { name: 'old recipients', every: DAY, run: () => purgeRecipients(db, clock.now()) },
    { name: 'mails in files', every: DAY, run: () => purgeOutbox(join(dataDir, 'outbox'), clock.now()) },
    { name: 'old pushes', every: DAY, run: () => purgeSends(db, clock.now()) },
    {
      name: 'accounts without consent',
      every: HOUR,
      run: () => eraseRefused({ db, clock, journal, onSetAside }),
    },
    { name: 'old mails about doses', every: DAY, run: () => purgeMails(db, clock.now()) },
    { name: 'old payments', every: DAY, run: () => purgePayments(db, clock.now()) },
    { name: 'old acts of administrators', every: DAY, run: () => purgeAdminAudit(db, clock.now()) },
    { name: 'tallies', every: 5 * MINUTE, run: () => foldTallies(db) },
    { name: 'old mails', every: DAY, run: () => purgeMailQueue(db, clock.now()) },
    { name: 'old messages to us', every: DAY, run: () => purgeInbox(db, clock.now()) },
    {
      name: 'imports cut off',
      every: DAY,
      run: () => removeLeftAhead(db, clock.now() - DAY, clock.now()),
    },
    { name: 'erasure journal', every: HOUR, run: () => keepJournal(db, journal, clock.now()) },
  ]
}

/** Adds what the journal missed, then forgets what no snapshot can bring back any more. */
async function keepJournal(db: Database, journal: ErasureJournal, now: number): Promise<void> {
  const { erasures } = await journal.read()
  await journal.record(...(await missingErasures(db, erasures, now)))
  await journal.trim(now)
}
