import { sql } from 'drizzle-orm'
import type { SlotId } from '#domain/lib/ids.ts'
import type { Database } from '../db/database.ts'
import { asRows } from '../db/parameters.ts'

/**
 * Notes for these planned doses of important medications which helpers are to be told if they stay open (R11.3): one
 * row for each dose and helper, whatever is decided of it later.
 */
export async function addHelperNotices(
  tx: Database,
  slots: readonly { user_id: string; slot_id: SlotId; slot_at: Date }[],
): Promise<void> {
  if (slots.length === 0) return
  await tx.execute(sql`
    insert into helper_notices (user_id, slot_id, helper_id, medication_id, date, time, slot_at, look_at)
    select row.user_id, slot_id, helper_id, medication_id, date, time, slot_at,
      slot_at + notify_after_minutes * interval '1 minute'
    from jsonb_to_recordset(${asRows(slots)}) as row (user_id uuid, slot_id text, medication_id uuid, date text,
      time text, slot_at timestamptz)
    inner join grants on grants.user_id = row.user_id
    where helper_id is not null and notify_after_minutes is not null and accepted_at is not null
      and revoked_at is null and (ends_at is null or ends_at > slot_at)
    on conflict do nothing`)
}
