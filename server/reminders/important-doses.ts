import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import { DAY, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { among, asRows, toTimestamp } from '../db/parameters.ts'
import { pushSubscriptions, reminderMails, users } from '../db/schema/index.ts'
import { transaction } from '../db/transaction.ts'
import type { Job } from '../jobs.ts'
import { eventsOfPeople } from '../services/dose-rows.ts'
import type { Mail, Mailer } from '../services/mail.ts'
import type { UserRow } from '../services/sessions.ts'
import { currentUser } from '../services/users.ts'
import { openDoseMail } from './open-dose-mail.ts'
import { type MailVerdict, mailVerdict } from './open-doses.ts'
import { claimPeople, medicationsById } from './people.ts'
import { takeUp } from './take-up.ts'

/** Rows of one claim. Their mails go out side by side, and are all that a server that dies can lose. */
const PORTION = 20
/** Slots that are taken up in one transaction. */
const TAKEN_UP = 250
/** After a mail that could not be handed over. */
const PAUSE = 5 * MINUTE
/** How long it is known what was mailed about, like pushes. */
const KEPT = 14 * DAY
/** Rows removed at a time, so that nothing waits long for a purge. */
const PURGED_AT_ONCE = 5000

type MailRow = typeof reminderMails.$inferSelect

export interface ImportantDoses {
  db: Database
  clock: Clock
  mailer: Mailer
  config: Pick<Config, 'ADMIN_EMAILS' | 'PUBLIC_URL'>
}

export const importantDosesJob = (options: ImportantDoses): Job => ({
  name: 'mails about important doses',
  // Jobs are looked at every minute: at each of them.
  every: MINUTE / 2,
  run: () => mailOpenDoses(options),
})

/**
 * Writes to everybody who has an important dose open 30 minutes after it was due (R6.4), whether a device is subscribed or not.
 * Rejects when mails could not be handed over; a later run looks at their doses again.
 */
export async function mailOpenDoses(options: ImportantDoses): Promise<void> {
  const { db, clock, mailer } = options
  // By itself: where nothing can be pushed no worker takes anything up.
  while ((await takeUp(db, clock.now(), TAKEN_UP)) > 0);
  const failures: unknown[] = []
  for (;;) {
    const mails = await claimMails(options)
    if (mails === null) break
    const sent = await Promise.allSettled(mails.map(({ mail }) => mailer.send(mail)))
    for (const [index, { rows }] of mails.entries()) {
      const result = sent[index]
      if (result?.status === 'rejected') failures.push(result.reason)
      await record(db, rows, result?.status === 'fulfilled', clock.now())
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'mails about important doses could not be sent')
}

/** A mail that is claimed, with the rows it is about. */
interface Claimed {
  mail: Mail
  rows: MailRow[]
}

/**
 * Looks at one portion of the doses whose time has come, notes what became of them, and claims the mails that are due: one for
 * each person and planned minute. Null when there is nothing to look at, or another server is at it.
 */
async function claimMails({ db, clock, config }: ImportantDoses): Promise<Claimed[] | null> {
  const now = clock.now()
  return transaction(db, async (tx) => {
    const people = await claimPeople(tx, 'mails', { until: now, count: PORTION })
    if (people.length === 0) return null
    const rows = await tx
      .select()
      .from(reminderMails)
      .where(and(among(reminderMails.userId, people), lte(reminderMails.lookAt, new Date(now))))
    const known = await readPeople(tx, people, rows)
    const verdicts = rows.map((row) => ({ row, verdict: verdictOf(row, known, config, now) }))
    await note(tx, verdicts)
    const due = verdicts.filter(({ verdict }) => verdict.kind === 'due').map(({ row }) => row)
    const groups = Map.groupBy(due, ({ userId, date, time }) => `${userId} ${date} ${time}`)
    return [...groups.values()].map((group) => ({ mail: mailOf(group, known, config), rows: group }))
  })
}

interface Known {
  accounts: Map<string, UserRow>
  medications: Map<string, Medication>
  events: Map<string, { event: DoseEvent }[]>
  /** People all of whose devices show names on the lock screen. */
  named: Set<string>
}

async function readPeople(tx: Database, people: string[], rows: readonly MailRow[]): Promise<Known> {
  const accounts = await tx.select().from(users).where(among(users.id, people))
  const dates = [...new Set(rows.map(({ date }) => date as LocalDate))]
  const events = await eventsOfPeople(tx, people, dates)
  const named = await tx
    .select({ userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(among(pushSubscriptions.userId, people))
    .groupBy(pushSubscriptions.userId)
    .having(sql`bool_and(${pushSubscriptions.wording} = 'full')`)
  return {
    accounts: new Map(accounts.map((account) => [account.id, account])),
    medications: await medicationsById(
      tx,
      rows.map(({ medicationId }) => medicationId),
    ),
    events: Map.groupBy(events, ({ userId }) => userId),
    named: new Set(named.map(({ userId }) => userId)),
  }
}

type Verdict = MailVerdict | { kind: 'withheld' }

function verdictOf(
  row: MailRow,
  { accounts, medications, events }: Known,
  config: ImportantDoses['config'],
  now: number,
): Verdict {
  const account = accounts.get(row.userId)
  if (!account || !mayUse(currentUser(account, config, now), 'health', now).allowed)
    return { kind: 'withheld' }
  return mailVerdict(
    {
      slotId: row.slotId,
      date: row.date as LocalDate,
      medication: medications.get(row.medicationId),
      events: (events.get(row.userId) ?? []).map(({ event }) => event),
      zone: account.timeZone ?? 'UTC',
    },
    now,
  )
}

async function note(tx: Database, verdicts: readonly { row: MailRow; verdict: Verdict }[]): Promise<void> {
  const rows = verdicts.map(({ row, verdict }) => ({
    user_id: row.userId,
    slot_id: row.slotId,
    outcome: outcomeOf(verdict, row),
    look_at: verdict.kind === 'later' ? new Date(verdict.at) : null,
  }))
  await tx.execute(sql`
    update reminder_mails set outcome = row.outcome, look_at = row.look_at
    from jsonb_to_recordset(${asRows(rows)}) as row (user_id uuid, slot_id text, outcome text, look_at timestamptz)
    where reminder_mails.user_id = row.user_id and reminder_mails.slot_id = row.slot_id`)
}

function outcomeOf({ kind }: Verdict, { attempts }: MailRow): MailRow['outcome'] {
  switch (kind) {
    case 'due':
      return 'claimed'
    case 'later':
      return 'waiting'
    case 'expired':
      return attempts > 0 ? 'failed' : 'expired'
    case 'unneeded':
    case 'withheld':
      return kind
  }
}

function mailOf(
  rows: readonly MailRow[],
  { accounts, medications, named }: Known,
  config: ImportantDoses['config'],
): Mail {
  const [first] = rows
  const account = first && accounts.get(first.userId)
  if (!account) throw new Error('a mail needs a dose of somebody')
  const time = first.time as LocalTime
  const subjects = rows.map(({ slotId, medicationId, date }) => ({
    slotId,
    name: medications.get(medicationId)?.name ?? '',
    dosage: medications.get(medicationId)?.dosage ?? '',
    date: date as LocalDate,
    time,
  }))
  return openDoseMail(account.email, { subjects, time, isNamed: named.has(account.id) }, config.PUBLIC_URL)
}

/** What became of a mail. One that could not be handed over waits: its doses may be logged meanwhile. */
async function record(db: Database, rows: readonly MailRow[], isSent: boolean, now: number): Promise<void> {
  const [first] = rows
  if (!first) return
  await db
    .update(reminderMails)
    .set(
      isSent
        ? { outcome: 'sent', sentAt: new Date(now) }
        : {
            outcome: 'waiting',
            lookAt: new Date(now + PAUSE),
            attempts: sql`${reminderMails.attempts} + 1`,
          },
    )
    .where(
      and(
        eq(reminderMails.userId, first.userId),
        inArray(
          reminderMails.slotId,
          rows.map(({ slotId }) => slotId),
        ),
        eq(reminderMails.outcome, 'claimed'),
      ),
    )
}

/** Forgets doses of more than 14 days ago. */
export async function purgeMails(db: Database, now: number): Promise<void> {
  const old = sql`select user_id, slot_id from reminder_mails
    where slot_at < ${toTimestamp(now - KEPT)} limit ${PURGED_AT_ONCE}`
  for (;;) {
    const purged = await db
      .delete(reminderMails)
      .where(sql`(user_id, slot_id) in (${old})`)
      .returning({ slotId: reminderMails.slotId })
    if (purged.length < PURGED_AT_ONCE) return
  }
}
