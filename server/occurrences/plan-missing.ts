import { sql } from 'drizzle-orm'
import { DAY } from '#domain/lib/local-time.ts'
import { isOfData } from '../db/apart.ts'
import type { Database } from '../db/database.ts'
import { appointments, medications } from '../db/schema/records.ts'
import { transaction } from '../db/transaction.ts'
import { mayHaveReminders, planAccount } from './due-index.ts'
import { isImportant } from './reminded.ts'

export interface Planned {
  /** The account to continue after; null at the end. */
  next: string | null
  /** The faults of accounts that could not be planned; they are still missing. */
  faults: unknown[]
}

/**
 * Plans accounts whose medications or appointments are missing from the index because they are older than it (R2.1). It
 * works in portions of accounts, each account in its own transaction, whether the others succeed or not.
 */
export async function planMissing(db: Database, after: string | null, now: number, portion: number): Promise<Planned> {
  // Found with the indexes of subscriptions and of important medications, so that no other accounts are read.
  const { rows } = (await db.execute(sql`
    with planned as (
      select user_id, true as subscribed from push_subscriptions
      union select people.id, true from people inner join push_subscriptions on user_id = owner_id
      union select user_id, false from medications where ${isImportant})
    select distinct user_id from planned
    where ${after === null ? sql`true` : sql`user_id > ${after}::uuid`} and exists (
      select 1 from medications
      where medications.user_id = planned.user_id and (planned.subscribed or ${isImportant}) and ${mayHaveDoses(now)}
        and not exists (select 1 from reminder_due where reminder_due.medication_id = medications.id)
      union all select 1 from appointments
      where appointments.user_id = planned.user_id and planned.subscribed and ${mayHaveReminders}
        and ${appointments.record}->>'appointmentDate' >= ${yesterday(now)}
        and not exists (select 1 from reminder_due where reminder_due.medication_id = appointments.id))
    order by user_id limit ${portion}`)) as unknown as { rows: { user_id: string }[] }
  const faults: unknown[] = []
  for (const { user_id } of rows) {
    await transaction(db, (tx) => planAccount(tx, user_id, now)).catch((error: unknown) => {
      if (!isOfData(error)) throw error
      faults.push(error)
    })
  }
  return { next: rows.length < portion ? null : (rows.at(-1)?.user_id ?? null), faults }
}

/**
 * Leaves out medications with nothing ahead: taken only when needed, stopped, or ended. They are never in the index,
 * and without this every start would replan all their accounts. It never fails, whatever a record contains.
 */
function mayHaveDoses(now: number) {
  const { record } = medications
  const hasTimes = sql`coalesce(${record}->'reminderTimes', 'null'::jsonb) <> '[]'::jsonb`
  const hasOwn = sql`coalesce(${record}->'schedule'->>'kind' in ('hours', 'after-taken', 'after-dose', 'phases'), false)`
  return sql`((${hasTimes} or ${hasOwn}) and ${record}->>'stoppedAt' is null
    and coalesce(${record}->>'endDate' >= ${yesterday(now)}, true))`
}

/** Some zone may still be at the day before. */
const yesterday = (now: number): string => new Date(now - DAY).toISOString().slice(0, 10)
