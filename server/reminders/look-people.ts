import { and, eq, gt } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { type LocalDate, MINUTE } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { USEFUL_FOR } from '#domain/reminders/visits.ts'
import type { UserRow } from '../accounts/sessions.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { users } from '../db/schema/users.ts'
import { readAppointment, readEvent, readMedication, type Stored } from '../occurrences/stored.ts'
import { reminderRings } from '../occurrences/tables.ts'
import { pushSends } from '../push/tables.ts'
import { mayBeTried } from '../queue/set-aside.ts'
import { type DoseRow, eventRowsOfPeople } from '../sync/dose-rows.ts'
import type { Receiver, SendRow } from './delivery.ts'
import { appointmentsById, medicationsById } from './people.ts'
import type { PersonView, RingRow } from './person-view.ts'

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
type Account = Pick<UserRow, keyof typeof ACCOUNT>

/**
 * How far back what was sent can still matter: the stages of a ring, and 15 minutes to hear that its dose settled. What is open from
 * before is over, and closed by `reopenSends`; to read for it here would be to read everything a person was sent in two weeks.
 */
const SENDS_MATTER = 45 * MINUTE
/** The window of a visit's reminder (R7.4), and some more for a look that comes late. */
const VISIT_SENDS_MATTER = USEFUL_FOR + SENDS_MATTER

/** The rows of one person whose rings are looked at: read, and not understood yet. */
export interface PersonRows {
  userId: string
  account: Account | undefined
  rings: readonly RingRow[]
  subscriptions: readonly Receiver[]
  sends: readonly SendRow[]
  visitSends: readonly SendRow[]
  events: readonly DoseRow[]
  /** Those of everybody who is looked at. */
  medications: ReadonlyMap<string, Stored>
  appointments: ReadonlyMap<string, Stored>
}

/** Reads everything of people that a look at `now` (ms) needs, in one query for each table. Rings that are set aside are left out. */
export async function readPeople(tx: Database, people: string[], now: number): Promise<PersonRows[]> {
  const rings = await tx
    .select()
    .from(reminderRings)
    .where(and(among(reminderRings.userId, people), mayBeTried('reminder', reminderRings.medicationId, now)))
  const subscriptions = groupByUser(
    await tx.select(RECEIVER).from(pushSubscriptions).where(among(pushSubscriptions.userId, people)),
  )
  const found = await tx.select(ACCOUNT).from(users).where(among(users.id, people))
  const accounts = new Map(found.map((row) => [row.id, row]))
  // Without a device nothing that follows matters.
  const reached = rings.filter(({ userId }) => subscriptions.has(userId))
  const ids = reached.map(({ medicationId }) => medicationId)
  const medications = await medicationsById(tx, ids)
  const appointments = await appointmentsById(tx, ids, medications)
  const isOfVisit = ({ medicationId }: RingRow) => appointments.has(medicationId)
  const doses = reached.filter((ring) => !isOfVisit(ring))
  const events = groupByUser(await eventsOf(tx, doses))
  const sends = groupByUser(await readSends(tx, people, now))
  const visitSends = groupByUser(await readVisitSends(tx, reached.filter(isOfVisit), now))
  return [...groupByUser(rings)].map(([userId, own]) => ({
    userId,
    account: accounts.get(userId),
    rings: own,
    subscriptions: subscriptions.get(userId) ?? [],
    sends: sends.get(userId) ?? [],
    visitSends: visitSends.get(userId) ?? [],
    events: events.get(userId) ?? [],
    medications,
    appointments,
  }))
}

/** What a person's rows say. Throws where one of them cannot be read. */
export function viewOf(rows: PersonRows, now: number): PersonView {
  const { userId, account, rings, subscriptions, sends, visitSends } = rows
  const ids = [...new Set(rings.map(({ medicationId }) => medicationId))]
  const storedOf = (all: ReadonlyMap<string, Stored>) => ids.flatMap((id) => all.get(id) ?? [])
  return {
    userId,
    rings,
    zone: account?.timeZone ?? 'UTC',
    allowed: account !== undefined && isAllowed(account, now),
    subscriptions,
    medications: new Map(storedOf(rows.medications).map((stored) => [stored.id, readMedication(stored)])),
    appointments: new Map(storedOf(rows.appointments).map((stored) => [stored.id, readAppointment(stored)])),
    events: bySlot(rows.events.flatMap((row) => eventsOfRow(row, ids))),
    sends,
    visitSends,
  }
}

/** Of another medication an event that cannot be read keeps nobody: its own ring was set aside because of it. */
function eventsOfRow(row: DoseRow, medicationIds: readonly string[]): DoseEvent[] {
  try {
    return [readEvent(row)]
  } catch (error) {
    if (medicationIds.includes(row.medicationId)) throw error
    return []
  }
}

function readSends(tx: Database, people: string[], now: number): Promise<SendRow[]> {
  const since = new Date(now - SENDS_MATTER)
  return tx
    .select()
    .from(pushSends)
    .where(and(among(pushSends.userId, people), gt(pushSends.dueAt, since)))
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
function isAllowed(account: Account, now: number): boolean {
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

/** The log of the dates of the rings. */
async function eventsOf(tx: Database, rings: readonly RingRow[]): Promise<DoseRow[]> {
  if (rings.length === 0) return []
  const people = new Set(rings.map(({ userId }) => userId))
  const dates = [...new Set(rings.map(({ date }) => date as LocalDate))]
  return eventRowsOfPeople(tx, people, dates)
}

function bySlot(events: readonly DoseEvent[]): Map<SlotId, DoseEvent[]> {
  const slots = new Map<SlotId, DoseEvent[]>()
  for (const event of events) {
    if (event.slotId === null) continue
    const own = slots.get(event.slotId)
    if (own) own.push(event)
    else slots.set(event.slotId, [event])
  }
  return slots
}
