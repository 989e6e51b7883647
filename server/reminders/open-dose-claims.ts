import { and, lte, sql } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { UserRow } from '../accounts/sessions.ts'
import { currentUser } from '../accounts/users.ts'
import type { Database } from '../db/database.ts'
import { among, asRows } from '../db/parameters.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { users } from '../db/schema/users.ts'
import type { Mail } from '../mail/mailer.ts'
import { type Kept, keptPeople, toldAccount } from '../occurrences/kept-people.ts'
import { readEvent, readMedication, type Stored, storedLogDates, storedLogIds } from '../occurrences/stored.ts'
import { reminderMails } from '../occurrences/tables.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { inLanguage } from '../platform/language.ts'
import { type Fault, mayBeTried, type OnSetAside, takeBack } from '../queue/set-aside.ts'
import { type DoseRow, eventRowsOfPeople } from '../sync/dose-rows.ts'
import { doseMailKey } from './dose-mail-key.ts'
import { openDoseMail } from './open-dose-mail.ts'
import { type MailVerdict, mailVerdict } from './open-doses.ts'
import { medicationsById } from './people.ts'
import { type Worked, workOnPortion } from './portions.ts'

/** Rows per claim. Their mails are sent in parallel, and they are all that a crashing server can lose. */
const PORTION = 20

type MailRow = typeof reminderMails.$inferSelect

/** A planned dose that may be open. */
type DoseRowOf = Pick<MailRow, 'userId' | 'medicationId' | 'date'>

export interface ClaimOptions {
  db: Database
  clock: Clock
  config: Pick<Config, 'ADMIN_EMAILS' | 'PUBLIC_URL'>
  onSetAside: OnSetAside
}

/** A claimed mail and the rows it is about. */
export interface Claimed {
  mail: Mail
  rows: MailRow[]
}

/**
 * Processes one portion of the doses whose time has come, records the results, and claims the mails that are due: one
 * per user and minute; a moved dose counts with its new minute (R1.9). What cannot be read is set aside (R8.1). Returns
 * null if nothing is due or another server is working on it.
 */
export async function claimMails({ db, clock, config, onSetAside }: ClaimOptions): Promise<Claimed[] | null> {
  const now = clock.now()
  const portion = { index: 'mails' as const, until: now, now, count: PORTION, onSetAside }
  const { people, results } = await workOnPortion(db, portion, (tx, claimed) => claimMailsOf(tx, claimed, config, now))
  return people === 0 ? null : results.flat()
}

async function claimMailsOf(
  tx: Database,
  people: string[],
  config: ClaimOptions['config'],
  now: number,
): Promise<Worked<Claimed[]>> {
  const isDue = and(lte(reminderMails.lookAt, new Date(now)), mayBeTried('dose-mail', reminderMails.medicationId, now))
  const rows = await tx
    .select()
    .from(reminderMails)
    .where(and(among(reminderMails.userId, people), isDue))
  const known = await readOpenDoses(tx, people, rows)
  const faults: Fault[] = []
  /** Returns the result of `work` in a list; the list is empty if it throws, and then these rows are set aside. */
  const withoutBroken = <T>(some: readonly MailRow[], work: () => T): T[] => {
    try {
      return [work()]
    } catch (error) {
      faults.push(
        ...some.map(({ medicationId: subject, userId }) => ({
          kind: 'dose-mail' as const,
          subject,
          userId,
          error,
        })),
      )
      return []
    }
  }
  const verdicts = rows.flatMap((row) =>
    withoutBroken([row], () => ({ row, verdict: verdictOf(row, known, config, now) })),
  )
  const due = verdicts.flatMap(({ row, verdict }) => (verdict.kind === 'due' ? [{ row, dose: verdict.dose }] : []))
  const groups = Map.groupBy(due, ({ row, dose: { slot } }) => `${row.userId} ${slot.date} ${shownTime(slot)}`)
  const mails = [...groups.values()].flatMap((group) => {
    const ofGroup = group.map(({ row }) => row)
    return withoutBroken(ofGroup, () => ({ mail: mailOf(group, known, config), rows: ofGroup }))
  })
  const broken = new Set(faults.map(({ subject }) => subject))
  const inOrder = verdicts.filter(({ row }) => !broken.has(row.medicationId))
  await note(tx, inOrder)
  await takeBack(
    tx,
    ['dose-mail'],
    inOrder.map(({ row }) => row.medicationId),
  )
  const claimed = mails.filter((mail) => mail.rows.every(({ medicationId }) => !broken.has(medicationId)))
  return { result: claimed, faults }
}

/** What is known about people with doses that may be open. */
export interface Known {
  kept: Map<string, Kept>
  /** Those that are told. */
  accounts: Map<string, UserRow>
  /** Returns a person's plan zone. */
  zoneOf(id: string): string
  medications: Map<string, Stored>
  events: Map<string, DoseRow[]>
  /** Users whose devices all show names on the lock screen. */
  named: Set<string>
}

/** Returns everything needed to decide about these doses, with one query per table. */
export async function readOpenDoses(tx: Database, people: string[], rows: readonly DoseRowOf[]): Promise<Known> {
  const kept = await keptPeople(tx, people)
  const told = new Set(people.map((id) => toldAccount(kept, id)))
  const accounts = await tx.select().from(users).where(among(users.id, told))
  const stored = await medicationsById(
    tx,
    rows.map(({ medicationId }) => medicationId),
  )
  const dates = storedLogDates(
    rows.map(({ date }) => date as LocalDate),
    stored.values(),
  )
  const counting = new Set([...stored.values()].flatMap(storedLogIds))
  const events = await eventRowsOfPeople(tx, people, dates, [...counting])
  const named = await tx
    .select({ userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(among(pushSubscriptions.userId, told))
    .groupBy(pushSubscriptions.userId)
    .having(sql`bool_and(${pushSubscriptions.wording} = 'full')`)
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return {
    kept,
    accounts: byId,
    zoneOf: (id) => kept.get(id)?.zone ?? byId.get(id)?.timeZone ?? 'UTC',
    medications: stored,
    events: Map.groupBy(events, ({ userId }) => userId),
    named: new Set(named.map(({ userId }) => userId)),
  }
}

type Verdict = MailVerdict | { kind: 'withheld' }

function verdictOf(row: MailRow, known: Known, config: ClaimOptions['config'], now: number): Verdict {
  const { kept, accounts, medications } = known
  const account = accounts.get(toldAccount(kept, row.userId))
  if (!account || !mayUse(currentUser(account, config, now), 'health', now).allowed) return { kind: 'withheld' }
  return mailVerdict(
    {
      slotId: row.slotId,
      date: row.date as LocalDate,
      medication: medicationOf(row, medications),
      events: eventsOf(row, known),
      zone: known.zoneOf(row.userId),
    },
    row,
    now,
  )
}

/** Returns the events that the dose of a mail depends on. Throws if one of them cannot be read. */
export function eventsOf({ userId, medicationId }: DoseRowOf, { events, medications }: Known): DoseEvent[] {
  const stored = medications.get(medicationId)
  const needed = new Set([medicationId, ...(stored ? storedLogIds(stored) : [])])
  return (events.get(userId) ?? []).filter((event) => needed.has(event.medicationId)).map(readEvent)
}

/** Returns undefined if the medication was deleted. Throws if it cannot be read. */
export const medicationOf = (
  { medicationId }: DoseRowOf,
  medications: Known['medications'],
): Medication | undefined => {
  const stored = medications.get(medicationId)
  return stored && readMedication(stored)
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
  doses: readonly { row: MailRow; dose: SlotView }[],
  { kept, accounts, named }: Known,
  config: ClaimOptions['config'],
): Mail {
  const [first] = doses
  const account = first && accounts.get(toldAccount(kept, first.row.userId))
  if (!account) throw new Error('a mail needs a dose of somebody')
  const subjects = doses.map(({ dose: { slot, name, dosage } }) => ({ slotId: slot.id, name, dosage }))
  const time = shownTime(first.dose.slot)
  const about = kept.get(first.row.userId) ?? null
  const open = { subjects, time, about, isNamed: named.has(account.id) }
  const key = doseMailKey(account.id, { date: first.dose.slot.date, time, subjects })
  return inLanguage(account.language, () => ({ ...openDoseMail(account.email, open, config.PUBLIC_URL), key }))
}
