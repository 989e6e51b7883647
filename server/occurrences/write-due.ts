import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { asRows } from '../db/parameters.ts'

/**
 * A medication with the instant (ms) at which its next dose has to be materialised, or an appointment with that of its
 * next reminder (R7.2); null if there is none ahead.
 */
export interface NextDue {
  /** Or the appointment. */
  medicationId: string
  userId: string
  dueAt: number | null
}

/** The first instant (ms) whose text has a year of more than four digits, which PostgreSQL cannot read. */
const END_OF_TIME = Date.parse('9999-12-31T23:59:59.999Z') + 1

/** Saves the next instants of many medications and appointments, and removes those without one. */
export async function writeDue(tx: Database, all: readonly NextDue[]): Promise<void> {
  // A stored date may be any date; one in the last hours of 9999 falls into the year 10000 west of Greenwich.
  const rows = all.map((row) => ({
    ...row,
    dueAt: (row.dueAt ?? END_OF_TIME) < END_OF_TIME ? row.dueAt : null,
  }))
  const ahead = rows.filter(({ dueAt }) => dueAt !== null)
  if (ahead.length > 0) {
    const values = ahead.map((row) => ({
      medication_id: row.medicationId,
      user_id: row.userId,
      due_at: new Date(row.dueAt ?? 0),
    }))
    await tx.execute(sql`
      insert into reminder_due (medication_id, user_id, due_at)
      select medication_id, user_id, due_at
      from jsonb_to_recordset(${asRows(values)}) as row (medication_id uuid, user_id uuid, due_at timestamptz)
      on conflict (medication_id) do update set due_at = excluded.due_at
      where reminder_due.user_id = excluded.user_id`)
  }
  const over = rows.filter(({ dueAt }) => dueAt === null)
  if (over.length > 0) {
    const values = over.map((row) => ({ medication_id: row.medicationId, user_id: row.userId }))
    await tx.execute(sql`
      delete from reminder_due
      using jsonb_to_recordset(${asRows(values)}) as row (medication_id uuid, user_id uuid)
      where reminder_due.medication_id = row.medication_id and reminder_due.user_id = row.user_id`)
  }
}
