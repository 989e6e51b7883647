import { and } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { UserRow } from '../accounts/sessions.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { users } from '../db/schema/users.ts'
import { type Kept, keptPeople, toldAccount } from '../occurrences/kept-people.ts'
import {
  readAppointment,
  readEvent,
  readMedication,
  type Stored,
  storedLogDates,
  storedLogIds,
} from '../occurrences/stored.ts'
import { reminderOccurrences } from '../occurrences/tables.ts'
import { mayBeTried } from '../queue/set-aside.ts'
import { type DoseRow, eventRowsOfPeople } from '../sync/dose-rows.ts'
import type { Receiver, SendRow } from './delivery.ts'
import { readAppointmentSends, readEarlierSends, readSends } from './due-sends.ts'
import { appointmentsById, medicationsById } from './people.ts'
import type { OccurrenceRow, PersonView } from './person-view.ts'

/** The columns read for every user who is due. Every extra one would cost something on each send. */
const RECEIVER = {
  id: pushSubscriptions.id,
  userId: pushSubscriptions.userId,
  endpoint: pushSubscriptions.endpoint,
  p256dh: pushSubscriptions.p256dh,
  auth: pushSubscriptions.auth,
  deviceId: pushSubscriptions.deviceId,
  wording: pushSubscriptions.wording,
  createdAt: pushSubscriptions.createdAt,
} satisfies Record<keyof Omit<Receiver, 'about' | 'language'>, unknown>
const ACCOUNT = {
  id: users.id,
  dateOfBirth: users.dateOfBirth,
  ageVerified: users.ageVerified,
  parentalConsentRequired: users.parentalConsentRequired,
  parentalConsentGiven: users.parentalConsentGiven,
  subscriptionEndsAt: users.subscriptionEndsAt,
  timeZone: users.timeZone,
  language: users.language,
}
type Account = Pick<UserRow, keyof typeof ACCOUNT>

/** The rows of one person with due occurrences, read but not parsed yet. */
export interface PersonRows {
  userId: string
  /** Set for somebody without sign-in; account and subscriptions are then those of whoever keeps them. */
  kept: Kept | undefined
  account: Account | undefined
  occurrences: readonly OccurrenceRow[]
  subscriptions: readonly Receiver[]
  sends: readonly SendRow[]
  earlierSends: readonly SendRow[]
  appointmentSends: readonly SendRow[]
  events: readonly DoseRow[]
  /** Those of all accounts in the portion. */
  medications: ReadonlyMap<string, Stored>
  appointments: ReadonlyMap<string, Stored>
}

/**
 * Returns everything needed to decide about these accounts at `now` (ms), with one query per table. Occurrences that
 * are set aside are left out.
 */
export async function readPeople(tx: Database, people: string[], now: number): Promise<PersonRows[]> {
  const occurrences = await tx
    .select()
    .from(reminderOccurrences)
    .where(
      and(among(reminderOccurrences.userId, people), mayBeTried('reminder', reminderOccurrences.medicationId, now)),
    )
  const kept = await keptPeople(tx, people)
  const told = new Set(people.map((id) => toldAccount(kept, id)))
  const subscriptions = groupByUser(
    await tx.select(RECEIVER).from(pushSubscriptions).where(among(pushSubscriptions.userId, told)),
  )
  const found = await tx.select(ACCOUNT).from(users).where(among(users.id, told))
  const accounts = new Map(found.map((row) => [row.id, row]))
  // Without a device nothing below matters.
  const reached = occurrences.filter(({ userId }) => subscriptions.has(toldAccount(kept, userId)))
  const ids = reached.map(({ medicationId }) => medicationId)
  const medications = await medicationsById(tx, ids)
  const appointments = await appointmentsById(tx, ids, medications)
  const isOfAppointment = ({ medicationId }: OccurrenceRow) => appointments.has(medicationId)
  const doses = reached.filter((occurrence) => !isOfAppointment(occurrence))
  const counting = new Set([...medications.values()].flatMap(storedLogIds))
  const dates = storedLogDates(
    doses.map(({ date }) => date as LocalDate),
    medications.values(),
  )
  const logged = await eventsOf(tx, doses, dates, [...counting])
  const events = groupByUser(logged)
  const sends = groupByUser(await readSends(tx, people, now))
  const zoneOf = (userId: string) => zoneFor(kept.get(userId), accounts.get(toldAccount(kept, userId)))
  const earlierSends = groupByUser(await readEarlierSends(tx, doses, logged, zoneOf, now))
  const appointmentSends = groupByUser(await readAppointmentSends(tx, reached.filter(isOfAppointment), now))
  return [...groupByUser(occurrences)].map(([userId, own]) => ({
    userId,
    kept: kept.get(userId),
    account: accounts.get(toldAccount(kept, userId)),
    occurrences: own,
    subscriptions: (subscriptions.get(toldAccount(kept, userId)) ?? []).map((to) =>
      receiverOf(to, kept.get(userId), accounts.get(to.userId)),
    ),
    sends: sends.get(userId) ?? [],
    earlierSends: earlierSends.get(userId) ?? [],
    appointmentSends: appointmentSends.get(userId) ?? [],
    events: events.get(userId) ?? [],
    medications,
    appointments,
  }))
}

/** Returns the device as it is told, in its account's language; about somebody without sign-in, it is told who it is. */
export const receiverOf = (
  device: Receiver,
  kept: Kept | undefined,
  account: Pick<UserRow, 'language'> | undefined,
): Receiver => ({ ...device, language: account?.language ?? null, ...(kept ? { about: kept } : {}) })

const zoneFor = (kept: Kept | undefined, account: Account | undefined): string =>
  kept?.zone ?? account?.timeZone ?? 'UTC'

/** Parses a user's rows. Throws if one of them cannot be read. */
export function viewOf(rows: PersonRows, now: number): PersonView {
  const { userId, account, occurrences, subscriptions, sends, earlierSends, appointmentSends } = rows
  const ids = [...new Set(occurrences.map(({ medicationId }) => medicationId))]
  const storedOf = (all: ReadonlyMap<string, Stored>) => ids.flatMap((id) => all.get(id) ?? [])
  const needed = new Set([...ids, ...storedOf(rows.medications).flatMap(storedLogIds)])
  const events = rows.events.flatMap((row) => eventsOfRow(row, needed))
  return {
    userId,
    occurrences,
    zone: zoneFor(rows.kept, account),
    allowed: account !== undefined && isAllowed(account, now),
    subscriptions,
    medications: new Map(storedOf(rows.medications).map((stored) => [stored.id, readMedication(stored)])),
    appointments: new Map(storedOf(rows.appointments).map((stored) => [stored.id, readAppointment(stored)])),
    events: bySlot(events),
    logged: Map.groupBy(events, ({ medicationId }) => medicationId),
    sends,
    earlierSends,
    appointmentSends,
  }
}

/**
 * An unreadable event of another medication must not hold up this one: its own occurrence was set aside because of it.
 */
function eventsOfRow(row: DoseRow, medicationIds: ReadonlySet<string>): DoseEvent[] {
  try {
    return [readEvent(row)]
  } catch (error) {
    if (medicationIds.has(row.medicationId)) throw error
    return []
  }
}

/** R3.6: the one gate for age and consent, the same as for every call that touches health data. */
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

/** Returns the log for the dates, of who has the occurrences, and all of it of medications that plans count from. */
async function eventsOf(
  tx: Database,
  occurrences: readonly OccurrenceRow[],
  dates: LocalDate[],
  counting: readonly string[],
): Promise<DoseRow[]> {
  if (occurrences.length === 0) return []
  const people = new Set(occurrences.map(({ userId }) => userId))
  return eventRowsOfPeople(tx, people, dates, counting)
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
