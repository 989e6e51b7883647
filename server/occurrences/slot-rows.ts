import { sql } from 'drizzle-orm'
import type { SlotId } from '#domain/lib/ids.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import type { DoseSlot } from '#domain/schedule/slots.ts'
import type { Database } from '../db/database.ts'
import { asRows } from '../db/parameters.ts'
import { MAIL_AFTER } from './plan-since.ts'

/** A slot, or a reminder of an appointment, as its row in the database. */
export interface SlotRow {
  user_id: string
  slot_id: SlotId
  medication_id: string
  date: LocalDate
  time: LocalTime
  slot_at: Date
  /** When it is first processed: then, or earlier for a notice before (R9.5). */
  look_at: Date
}

/** A dose that somebody is told about if it stays open. */
export interface ToldRow extends SlotRow {
  /** Before that nothing is decided; absent for a dose of which every device knew in time. */
  not_before?: Date
}

/** What is written of slots: those that are announced, and those that somebody is told about (R6.4, R11.3). */
export interface SlotRows {
  occurrences: readonly SlotRow[]
  mails: readonly ToldRow[]
}

export const NO_ROWS: SlotRows = { occurrences: [], mails: [] }

/** Returns the row of a dose that is first announced this much earlier (ms). */
export const rowOf = (userId: string, slot: DoseSlot, lead: number): SlotRow => ({
  user_id: userId,
  slot_id: slot.id,
  medication_id: slot.medicationId,
  date: slot.date,
  time: slot.time,
  slot_at: new Date(slot.at),
  look_at: new Date(slot.at - lead),
})

/** Writes the rows of slots that have none yet. */
export async function addSlotRows(tx: Database, { occurrences, mails }: SlotRows): Promise<void> {
  await addOccurrences(tx, occurrences)
  await addMails(tx, mails)
  await addHelperNotices(tx, mails)
}

/** A slot that already has an occurrence keeps it, because that records what was sent. */
async function addOccurrences(tx: Database, occurrences: readonly SlotRow[]): Promise<void> {
  if (occurrences.length === 0) return
  await tx.execute(sql`
    insert into reminder_rings (user_id, slot_id, medication_id, date, time, slot_at, look_at)
    select user_id, slot_id, medication_id, date, time, slot_at, look_at
    from jsonb_to_recordset(${asRows(occurrences)}) as row (user_id uuid, slot_id text, medication_id uuid, date text,
      time text, slot_at timestamptz, look_at timestamptz)
    on conflict do nothing`)
}

/** A slot that already has a row keeps it, whatever was decided: a dose is mailed about at most once (R6.4). */
async function addMails(tx: Database, slots: readonly ToldRow[]): Promise<void> {
  if (slots.length === 0) return
  await tx.execute(sql`
    insert into reminder_mails (user_id, slot_id, medication_id, date, time, slot_at, look_at)
    select user_id, slot_id, medication_id, date, time, slot_at,
      greatest(slot_at + ${MAIL_AFTER} * interval '1 millisecond', not_before)
    from jsonb_to_recordset(${asRows(slots)}) as row (user_id uuid, slot_id text, medication_id uuid, date text,
      time text, slot_at timestamptz, not_before timestamptz)
    on conflict do nothing`)
}

/**
 * Notes for these planned doses of important medications which helpers are to be told if they stay open (R11.3): one
 * row for each dose and helper, whatever is decided of it later.
 */
async function addHelperNotices(tx: Database, slots: readonly ToldRow[]): Promise<void> {
  if (slots.length === 0) return
  await tx.execute(sql`
    insert into helper_notices (user_id, slot_id, helper_id, medication_id, date, time, slot_at, look_at)
    select row.user_id, slot_id, helper_id, medication_id, date, time, slot_at,
      greatest(slot_at + notify_after_minutes * interval '1 minute', not_before)
    from jsonb_to_recordset(${asRows(slots)}) as row (user_id uuid, slot_id text, medication_id uuid, date text,
      time text, slot_at timestamptz, not_before timestamptz)
    inner join grants on grants.user_id = row.user_id
    where helper_id is not null and notify_after_minutes is not null and accepted_at is not null
      and revoked_at is null and (ends_at is null or ends_at > slot_at)
    on conflict do nothing`)
}
