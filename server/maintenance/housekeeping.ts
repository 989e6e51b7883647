import { join } from 'node:path'
import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { purgeTokens } from '../accounts/personal-tokens.ts'
import { purgeSessions } from '../accounts/sessions.ts'
import { purgeCodes } from '../accounts/sign-in-codes.ts'
import { purgeAdminAudit } from '../admin/audit.ts'
import { purgeInbox } from '../admin/inbox.ts'
import { purgeMailQueue } from '../admin/mailings.ts'
import { foldTallies } from '../admin/tallies.ts'
import type { Database } from '../db/database.ts'
import { purgeRecipients } from '../documents/document-mail-limits.ts'
import { eraseRefused } from '../erasure/consent-erasure.ts'
import { missingErasures } from '../erasure/missing-erasures.ts'
import { purgeCounts } from '../http/shared-limits.ts'
import { purgeOutbox } from '../mail/outbox-files.ts'
import { purgeGrants } from '../people/grants.ts'
import { purgePayments } from '../plans/billing.ts'
import type { Clock } from '../platform/clock.ts'
import { purgeSends } from '../push/sends.ts'
import type { Job } from '../queue/jobs.ts'
import type { OnSetAside } from '../queue/set-aside.ts'
import { purgeMails } from '../reminders/important-doses.ts'
import { purgeHelperNotices } from '../reminders/missed-doses.ts'
import type { ErasureJournal } from '../sync/erasure-journal.ts'
import { purgeIdempotencyKeys } from '../sync/idempotency.ts'
import { removeLeftAhead } from '../sync/log-ahead.ts'

/** Returns what every server cleans up on its own, on either database. */
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
    { name: 'old tokens', every: DAY, run: () => purgeTokens(db, clock.now()) },
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
    { name: 'old invitations', every: DAY, run: () => purgeGrants(db, clock.now()) },
    { name: 'old mails about doses', every: DAY, run: () => purgeMails(db, clock.now()) },
    { name: 'old notices to helpers', every: DAY, run: () => purgeHelperNotices(db, clock.now()) },
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
    { name: 'erasure journal', every: HOUR, run: () => completeJournal(db, journal, clock.now()) },
  ]
}

/** Adds what the journal missed, then removes what no snapshot can bring back any more. */
async function completeJournal(db: Database, journal: ErasureJournal, now: number): Promise<void> {
  const { erasures } = await journal.read()
  await journal.record(...(await missingErasures(db, erasures, now)))
  await journal.trim(now)
}
