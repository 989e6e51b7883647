import { and, eq, lte, sql } from 'drizzle-orm'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import { type DoseSlot, planSlots } from '#domain/schedule/slots.ts'
import type { Database } from '../db/database.ts'
import { among, asRows } from '../db/parameters.ts'
import { pushSubscriptions, reminderDue, users } from '../db/schema/index.ts'
import { transaction } from '../db/transaction.ts'
import { type NextDue, writeDue } from './due-index.ts'
import { nextSlotAt } from './next-slot.ts'
import { claimPeople, medicationsById } from './people.ts'

/**
 * How long before its instant a slot becomes a ring (R2.2): at the full hour, when most are due, the planning is done and only
 * the sending is left.
 */
export const TAKE_UP_AHEAD = MINUTE
/** Of a longer outage only this much is noted slot by slot. */
const LOOK_BACK = 7 * DAY

/**
 * Turns slots whose time has come into rings and moves their medications on in the due index (R2.1, R2.2): one portion, in one
 * transaction. People without a subscription leave the index. Answers how many people it was.
 */
export async function takeUp(db: Database, now: number, portion: number): Promise<number> {
  const until = now + TAKE_UP_AHEAD
  return transaction(db, async (tx) => {
    const people = await claimPeople(tx, 'due', { until, count: portion })
    if (people.length === 0) return 0
    const due = await tx
      .select()
      .from(reminderDue)
      .where(and(among(reminderDue.userId, people), lte(reminderDue.dueAt, new Date(until))))
    const zones = await zonesOfSubscribers(tx, people)
    const records = await medicationsById(
      tx,
      due.filter(({ userId }) => zones.has(userId)).map(({ medicationId }) => medicationId),
    )
    const taken = due.map((row) => {
      const [record, zone] = [records.get(row.medicationId), zones.get(row.userId)]
      if (!record || zone === undefined) return { next: { ...row, dueAt: null }, slots: [] }
      return takeUpOne(row, record, zone, now)
    })
    await writeDue(
      tx,
      taken.map(({ next }) => next),
    )
    await addRings(
      tx,
      taken.flatMap(({ next, slots }) => slots.map((slot) => ringOf(next.userId, slot))),
    )
    return people.length
  })
}

function takeUpOne(
  row: typeof reminderDue.$inferSelect,
  record: Medication,
  zone: string,
  now: number,
): { next: NextDue; slots: DoseSlot[] } {
  const until = now + TAKE_UP_AHEAD + 1
  const from = Math.max(row.dueAt.getTime(), now - LOOK_BACK)
  const slots = planSlots(record, { from, to: until + DAY }, zone)
  const next = slots.find(({ at }) => at >= until)?.at ?? nextSlotAt(record, until + DAY, zone)
  return { next: { ...row, dueAt: next }, slots: slots.filter(({ at }) => at < until) }
}

async function zonesOfSubscribers(tx: Database, people: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectDistinct({ id: users.id, zone: users.timeZone })
    .from(users)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.userId, users.id))
    .where(among(users.id, people))
  return new Map(rows.map(({ id, zone }) => [id, zone ?? 'UTC']))
}

const ringOf = (userId: string, slot: DoseSlot) => ({
  user_id: userId,
  slot_id: slot.id,
  medication_id: slot.medicationId,
  date: slot.date,
  time: slot.time,
  slot_at: new Date(slot.at),
})

/** A slot that has a ring keeps it: what was sent of it stands there. */
async function addRings(tx: Database, rings: readonly ReturnType<typeof ringOf>[]): Promise<void> {
  if (rings.length === 0) return
  await tx.execute(sql`
    insert into reminder_rings (user_id, slot_id, medication_id, date, time, slot_at, look_at)
    select user_id, slot_id, medication_id, date, time, slot_at, slot_at
    from jsonb_to_recordset(${asRows(rings)}) as row (user_id uuid, slot_id text, medication_id uuid, date text,
      time text, slot_at timestamptz)
    on conflict do nothing`)
}
