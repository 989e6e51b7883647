import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { asRows } from '../db/parameters.ts'
import type { SendRow } from './delivery.ts'
import type { Decision, OccurrenceRow } from './person-view.ts'

/** Occurrences as they were read, with the decision about them. */
export interface Decided {
  userId: string
  occurrences: readonly OccurrenceRow[]
  decision: Decision
}

/** Saves the decisions in the same transaction that read the reminders. */
export async function noteDecisions(tx: Database, decided: readonly Decided[]): Promise<void> {
  const decisions = decided.map(({ decision }) => decision)
  await noteSends(
    tx,
    decisions.flatMap(({ note }) => note),
  )
  await changeSends(tx, decisions)
  const changed = decided.flatMap(({ occurrences, decision: { keep } }) => {
    const before = new Map(occurrences.map((occurrence) => [occurrence.slotId, occurrence]))
    return keep.filter((occurrence) => isChanged(occurrence, before.get(occurrence.slotId)))
  })
  await saveOccurrences(tx, changed)
  await dropOccurrences(
    tx,
    decided.flatMap(({ userId, decision: { drop } }) => drop.map((slotId) => ({ user_id: userId, slot_id: slotId }))),
  )
}

const isChanged = (occurrence: OccurrenceRow, before: OccurrenceRow | undefined): boolean =>
  before === undefined ||
  occurrence.lookAt.getTime() !== before.lookAt.getTime() ||
  occurrence.slotAt.getTime() !== before.slotAt.getTime() ||
  occurrence.sentStage !== before.sentStage ||
  occurrence.sentStart?.getTime() !== before.sentStart?.getTime()

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

/** Updates sends that are claimed again and closes those that are given up. */
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

async function saveOccurrences(tx: Database, occurrences: readonly OccurrenceRow[]): Promise<void> {
  if (occurrences.length === 0) return
  const rows = occurrences.map((occurrence) => ({
    user_id: occurrence.userId,
    slot_id: occurrence.slotId,
    slot_at: occurrence.slotAt,
    sent_start: occurrence.sentStart,
    sent_stage: occurrence.sentStage,
    look_at: occurrence.lookAt,
  }))
  await tx.execute(sql`
    update reminder_rings set slot_at = row.slot_at, sent_start = row.sent_start, sent_stage = row.sent_stage,
      look_at = row.look_at
    from jsonb_to_recordset(${asRows(rows)}) as row (user_id uuid, slot_id text, slot_at timestamptz,
      sent_start timestamptz, sent_stage smallint, look_at timestamptz)
    where reminder_rings.user_id = row.user_id and reminder_rings.slot_id = row.slot_id`)
}

async function dropOccurrences(tx: Database, rows: readonly unknown[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    delete from reminder_rings using jsonb_to_recordset(${asRows(rows)}) as row (user_id uuid, slot_id text)
    where reminder_rings.user_id = row.user_id and reminder_rings.slot_id = row.slot_id`)
}
