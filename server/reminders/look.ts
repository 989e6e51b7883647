import { and, eq, gt, sql } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { type LocalDate, MINUTE } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { USEFUL_FOR } from '#domain/reminders/visits.ts'
import type { Database } from '../db/database.ts'
import { among, asRows } from '../db/parameters.ts'
import { pushSends, pushSubscriptions, reminderRings, users } from '../db/schema/index.ts'
import { transaction } from '../db/transaction.ts'
import { eventsOfPeople } from '../services/dose-rows.ts'
import type { UserRow } from '../services/sessions.ts'
import type { Dispatch, Receiver, SendRow } from './delivery.ts'
import { appointmentsById, claimPeople, medicationsById } from './people.ts'
import type { Decision, PersonView, RingRow } from './person-view.ts'
import { decide } from './ring-decision.ts'

/** The columns that are read of everybody who is due: each more would be paid for at every send. */
const RECEIVER = {
  id: pushSubscriptions.id,
  userId: pushSubscriptions.userId,
  endpoint: pushSubscriptions.endpoint,
  p256dh: pushSubscriptions.p256dh,
  auth: pushSubscriptions.auth,
  deviceId: pushSubscriptions.deviceId,
  wording: pushSubscriptions.wording,
  createdAt: pushSubscriptions.createdAt,
} satisfies Record<keyof Receiver, unknown>
const ACCOUNT = {
  id: users.id,
  dateOfBirth: users.dateOfBirth,
  ageVerified: users.ageVerified,
  parentalConsentRequired: users.parentalConsentRequired,
  parentalConsentGiven: users.parentalConsentGiven,
  subscriptionEndsAt: users.subscriptionEndsAt,
  timeZone: users.timeZone,
}

/**
 * How far back what was sent can still matter: the stages of a ring, and 15 minutes to hear that its dose settled. What is open from
 * before is over, and closed by `reopenSends`; to read for it here would be to read everything a person was sent in two weeks.
 */
const SENDS_MATTER = 45 * MINUTE
/** The window of a visit's reminder (R7.4), and some more for a look that comes late. */
const VISIT_SENDS_MATTER = USEFUL_FOR + SENDS_MATTER

export interface LookOptions {
  /** Milliseconds since the epoch. */
  now: number
  /** Only rings whose look fell due after this instant. */
  since: number
  /** About so many rings. */
  count: number
  newId: () => string
}

/**
 * Looks at one portion of the rings whose time has come: reads everything of their people at once, decides, and notes what has
 * to go out, all in one transaction (R3.1). Null when there is nothing to look at, or another server is at it.
 */
export async function lookAtRings(
  db: Database,
  { now, since, count, newId }: LookOptions,
): Promise<Dispatch[] | null> {
  return transaction(db, async (tx) => {
    const people = await claimPeople(tx, 'rings', { since, until: now, count })
    if (people.length === 0) return null
    const views = await readPeople(tx, people, now)
    const decisions = views.map((view) => decide(view, now, newId))
    await apply(tx, views, decisions)
    return decisions.flatMap(({ dispatches }) => dispatches)
  })
}

async function readPeople(tx: Database, people: string[], now: number): Promise<PersonView[]> {
  const of = { rings: among(reminderRings.userId, people), sends: among(pushSends.userId, people) }
  const rings = await tx.select().from(reminderRings).where(of.rings)
  const subscriptions = groupByUser(
    await tx.select(RECEIVER).from(pushSubscriptions).where(among(pushSubscriptions.userId, people)),
  )
  const accounts = new Map(
    (await tx.select(ACCOUNT).from(users).where(among(users.id, people))).map((row) => [row.id, row]),
  )
  // Without a device nothing that follows matters.
  const reached = rings.filter(({ userId }) => subscriptions.has(userId))
  const ids = reached.map(({ medicationId }) => medicationId)
  const records = await medicationsById(tx, ids)
  const appointments = await appointmentsById(tx, ids, records)
  const doses = reached.filter(({ medicationId }) => !appointments.has(medicationId))
  const events = await eventsOf(tx, doses)
  const since = new Date(now - SENDS_MATTER)
  const sends = groupByUser(
    await tx
      .select()
      .from(pushSends)
      .where(and(of.sends, gt(pushSends.dueAt, since))),
  )
  const visitSends = groupByUser(
    await readVisitSends(
      tx,
      reached.filter(({ medicationId }) => appointments.has(medicationId)),
      now,
    ),
  )
  return [...groupByUser(rings)].map(([userId, own]) => {
    const account = accounts.get(userId)
    return {
      userId,
      rings: own,
      zone: account?.timeZone ?? 'UTC',
      allowed: account !== undefined && isAllowed(account, now),
      subscriptions: subscriptions.get(userId) ?? [],
      medications: records,
      appointments,
      events: events.get(userId) ?? new Map(),
      sends: sends.get(userId) ?? [],
      visitSends: visitSends.get(userId) ?? [],
    }
  })
}

/** A reminder of a visit can be sent for longer than a dose's: asked for only where there is one. */
async function readVisitSends(tx: Database, rings: readonly RingRow[], now: number): Promise<SendRow[]> {
  if (rings.length === 0) return []
  const people = new Set(rings.map(({ userId }) => userId))
  const own = and(among(pushSends.userId, people), eq(pushSends.kind, 'visit'))
  return tx
    .select()
    .from(pushSends)
    .where(and(own, gt(pushSends.dueAt, new Date(now - VISIT_SENDS_MATTER))))
}

/** R3.6: the one gate for age and consent, as every call of health data passes it. */
function isAllowed(account: Pick<UserRow, keyof typeof ACCOUNT>, now: number): boolean {
  const asker = {
    isAdmin: false,
    dateOfBirth: account.dateOfBirth as LocalDate | null,
    ageVerified: account.ageVerified,
    parentalConsentRequired: account.parentalConsentRequired,
    parentalConsentGiven: account.parentalConsentGiven,
    subscriptionStatus: null,
    subscriptionPlan: 'free' as const,
    subscriptionEndsAt: account.subscriptionEndsAt && toInstant(account.subscriptionEndsAt.getTime()),
    timeZone: account.timeZone,
  }
  return mayUse(asker, 'health', now).allowed
}

function groupByUser<Row extends { userId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ userId }) => userId)
}

/** The log of the dates of the rings: by person, then by slot. */
async function eventsOf(
  tx: Database,
  rings: readonly RingRow[],
): Promise<Map<string, Map<SlotId, DoseEvent[]>>> {
  if (rings.length === 0) return new Map()
  const people = [...new Set(rings.map(({ userId }) => userId))]
  const dates = [...new Set(rings.map(({ date }) => date as LocalDate))]
  const found = new Map<string, Map<SlotId, DoseEvent[]>>()
  for (const { userId, event } of await eventsOfPeople(tx, people, dates)) {
    if (event.slotId === null) continue
    const slots = found.get(userId) ?? new Map<SlotId, DoseEvent[]>()
    found.set(userId, slots)
    slots.set(event.slotId, [...(slots.get(event.slotId) ?? []), event])
  }
  return found
}

async function apply(
  tx: Database,
  views: readonly PersonView[],
  decisions: readonly Decision[],
): Promise<void> {
  await noteSends(
    tx,
    decisions.flatMap(({ note }) => note),
  )
  await changeSends(tx, decisions)
  const changed = decisions.flatMap(({ keep }, index) => {
    const before = new Map(views[index]?.rings.map((ring) => [ring.slotId, ring]))
    return keep.filter((ring) => isChanged(ring, before.get(ring.slotId)))
  })
  await keepRings(tx, changed)
  await dropRings(
    tx,
    decisions.flatMap(({ drop }, index) =>
      drop.map((slotId) => ({ user_id: views[index]?.userId, slot_id: slotId })),
    ),
  )
}

const isChanged = (ring: RingRow, before: RingRow | undefined): boolean =>
  before === undefined ||
  ring.lookAt.getTime() !== before.lookAt.getTime() ||
  ring.slotAt.getTime() !== before.slotAt.getTime() ||
  ring.sentStage !== before.sentStage ||
  ring.sentStart?.getTime() !== before.sentStart?.getTime()

async function noteSends(tx: Database, sends: readonly SendRow[]): Promise<void> {
  if (sends.length === 0) return
  const rows = sends.map((send) => ({
    id: send.id,
    user_id: send.userId,
    subscription_id: send.subscriptionId,
    kind: send.kind,
    tag: send.tag,
    slot_ids: send.slotIds,
    stage: send.stage,
    due_at: send.dueAt,
    expires_at: send.expiresAt,
    claimed_at: send.claimedAt,
    attempts: send.attempts,
    outcome: send.outcome,
    status: send.status,
  }))
  await tx.execute(sql`
    insert into push_sends (id, user_id, subscription_id, kind, tag, slot_ids, stage, due_at, expires_at, claimed_at,
      attempts, outcome, status)
    select * from jsonb_to_recordset(${asRows(rows)}) as row (id text, user_id uuid, subscription_id uuid, kind text,
      tag text, slot_ids jsonb, stage smallint, due_at timestamptz, expires_at timestamptz, claimed_at timestamptz,
      attempts integer, outcome text, status smallint)`)
}

/** Sends that are claimed once more, and those that are given up. */
async function changeSends(tx: Database, decisions: readonly Decision[]): Promise<void> {
  const again = decisions.flatMap(({ claimAgain }) => claimAgain)
  if (again.length > 0) {
    const rows = again.map(({ id, claimedAt }) => ({ id, claimed_at: claimedAt }))
    await tx.execute(sql`
      update push_sends set claimed_at = row.claimed_at, status = null
      from jsonb_to_recordset(${asRows(rows)}) as row (id text, claimed_at timestamptz)
      where push_sends.id = row.id`)
  }
  const close = decisions.flatMap((decision) => decision.close)
  if (close.length > 0) {
    await tx.execute(sql`
      update push_sends set outcome = row.outcome
      from jsonb_to_recordset(${asRows(close)}) as row (id text, outcome text)
      where push_sends.id = row.id and push_sends.outcome = 'pending'`)
  }
}

async function keepRings(tx: Database, rings: readonly RingRow[]): Promise<void> {
  if (rings.length === 0) return
  const rows = rings.map((ring) => ({
    user_id: ring.userId,
    slot_id: ring.slotId,
    slot_at: ring.slotAt,
    sent_start: ring.sentStart,
    sent_stage: ring.sentStage,
    look_at: ring.lookAt,
  }))
  await tx.execute(sql`
    update reminder_rings set slot_at = row.slot_at, sent_start = row.sent_start, sent_stage = row.sent_stage,
      look_at = row.look_at
    from jsonb_to_recordset(${asRows(rows)}) as row (user_id uuid, slot_id text, slot_at timestamptz,
      sent_start timestamptz, sent_stage smallint, look_at timestamptz)
    where reminder_rings.user_id = row.user_id and reminder_rings.slot_id = row.slot_id`)
}

async function dropRings(tx: Database, rows: readonly unknown[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    delete from reminder_rings using jsonb_to_recordset(${asRows(rows)}) as row (user_id uuid, slot_id text)
    where reminder_rings.user_id = row.user_id and reminder_rings.slot_id = row.slot_id`)
}
