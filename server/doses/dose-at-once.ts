import { and, eq, type SQL, sql } from 'drizzle-orm'
import { settles } from '#domain/doses/slot-outcome.ts'
import type { DoseEvent, LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { Database } from '../db/database.ts'
import { medications } from '../db/schema/records.ts'
import { statement } from '../db/statement.ts'
import { sqlState } from '../db/unavailable.ts'
import { countsFromLogOf } from '../occurrences/counts-from-log.ts'
import { doseRow, loggedEvent } from '../sync/dose-rows.ts'
import type { SyncState } from '../sync/state.ts'
import type { AtOnce } from '../sync/writes.ts'

/**
 * A new dose that was taken or skipped and that nothing else depends on is written in one statement (decision 090):
 * what `recordDoseEffect` and `performWrite` read is its conditions, what they write its parts. If a condition fails it
 * writes nothing, and they find out why.
 */
export const recordDoseAtOnce: AtOnce<DoseEvent> = async ({ db, user, now, by, keyed }, event) => {
  if (event.undoes !== null || !settles(event)) return null
  // It may have been logged under another slot (`takenBefore`).
  if (event.snapshot.plannedAt !== undefined) return null
  const row = doseRow(event, { userId: user.id, seq: 0, now, by })
  const logged = loggedEvent(row)
  const [begin = '', end = ''] = JSON.stringify(logged).split(SEQ)
  const at = (date: Date | null) => date?.toISOString() ?? null
  const values = {
    ...row,
    at: at(row.at),
    loggedAt: at(row.loggedAt),
    until: at(row.until),
    now: new Date(now).toISOString(),
    key: keyed?.key ?? null,
    fingerprint: keyed?.fingerprint ?? null,
    begin: `${begin}"seq":`,
    end: `,"receivedAt":${end}`,
  }
  const [written] = await statementOf(db)(values).catch(unlessInterfered)
  if (!written) return null
  const { before, seq } = written
  const added: LoggedDoseEvent = { ...logged, seq }
  return {
    answer: { status: 201, body: added, seq },
    change: { state: { ...before, seq, dosesSeq: seq }, since: before.dosesSeq, logged: [added] },
  }
}

/** In a text of the user's the quotes would be escaped. */
const SEQ = '"seq":0,"receivedAt":'

/**
 * Somebody else has just answered this key, which the statement could not see yet, or another transaction interfered,
 * after which `transaction` runs again: in either case the statement has written nothing.
 */
export function unlessInterfered(error: unknown): never[] {
  if (INTERFERED.has(sqlState(error) ?? '')) return []
  throw error
}

/** PostgreSQL's codes for a unique violation, a serialization failure and a deadlock. */
const INTERFERED = new Set(['23505', '40001', '40P01'])

interface Written {
  before: SyncState
  seq: number
}

const statements = new WeakMap<Database, (values: Record<string, unknown>) => Promise<Written[]>>()

function statementOf(db: Database): (values: Record<string, unknown>) => Promise<Written[]> {
  const known = statements.get(db)
  if (known) return known
  const made = statement<Written>(db, 'dose_at_once', DOSE)
  statements.set(db, made)
  return made
}

const given = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const [user, key, slot] = [given('userId', 'uuid'), given('key', 'text'), given('slotId', 'text')]
const [medication, date, now] = [
  given('medicationId', 'uuid'),
  given('plannedDate', 'text'),
  given('now', 'timestamptz'),
]

const countsFromIt = and(
  eq(medications.userId, user),
  countsFromLogOf({ isOne: sql`${medications.id} = ${medication}`, texts: sql`array[${medication}::text]` }),
)

/** The columns of such a dose besides its sequence and when it was received. */
const COLUMNS: readonly (readonly [column: string, field: string, type: string])[] = [
  ['id', 'id', 'uuid'],
  ['user_id', 'userId', 'uuid'],
  ['medication_id', 'medicationId', 'uuid'],
  ['slot_id', 'slotId', 'text'],
  ['kind', 'kind', 'text'],
  ['at', 'at', 'timestamptz'],
  ['logged_at', 'loggedAt', 'timestamptz'],
  ['until', 'until', 'timestamptz'],
  ['device_id', 'deviceId', 'uuid'],
  ['device_name', 'deviceName', 'text'],
  ['amount', 'amount', 'float8'],
  ['unit', 'unit', 'text'],
  ['taken_amount', 'takenAmount', 'text'],
  ['moved_to', 'movedTo', 'text'],
  ['note', 'note', 'text'],
  ['name', 'name', 'text'],
  ['dosage', 'dosage', 'text'],
  ['planned_date', 'plannedDate', 'text'],
  ['planned_time', 'plannedTime', 'text'],
  ['planned_amount', 'plannedAmount', 'text'],
  ['planned_unit', 'plannedUnit', 'text'],
  ['logged_by_id', 'loggedById', 'uuid'],
  ['logged_by_name', 'loggedByName', 'text'],
]
const columns = sql.raw(COLUMNS.map(([column]) => column).join(', '))
const values = sql.join(
  COLUMNS.map(([, field, type]) => given(field, type)),
  sql.raw(', '),
)

/**
 * Everything it reads is of the moment when it began. So it takes the account's lock only if nobody holds it, and writes
 * only if nobody has committed since (`seq`): then what it read still stands, as under a lock taken before reading.
 */
const DOSE = sql`
  with seen as (select seq from sync_state where user_id = ${user}),
  locked as (
    select seq, medications_version as "medicationsVersion", documents_version as "documentsVersion",
      appointments_version as "appointmentsVersion", prescriptions_version as "prescriptionsVersion",
      doses_seq as "dosesSeq", supply_seq as "supplySeq", profile_seq as "profileSeq", generation,
      restored_seq as "restoredSeq"
    from sync_state where user_id = ${user} for update skip locked),
  place as (
    select locked.seq + 1 as seq from locked, seen
    where locked.seq = seen.seq
      and not exists (select from idempotency_keys where user_id = ${user} and key = ${key})
      and exists (select from medications where user_id = ${user} and id = ${medication})
      and not exists (select from medications where ${countsFromIt})
      and not exists (
        select from dose_events
        where user_id = ${user} and planned_date = ${date} and slot_id = ${slot} and kind = 'taken')),
  event as (
    insert into dose_events (${columns}, seq, received_at) select ${values}, seq, ${now} from place
    on conflict do nothing returning seq),
  saved as (
    update sync_state set seq = event.seq, doses_seq = event.seq, updated_at = ${now} from event
    where user_id = ${user}),
  looked as (
    update reminder_rings set look_at = ${now}
    where user_id = ${user} and slot_id = ${slot} and look_at >= ${now} and exists (select from event)),
  told as (
    update helper_notices set look_at = ${now}
    where user_id = ${user} and outcome = 'told' and exists (select from event)
      and (slot_id = ${slot} or (medication_id = ${medication} and slot_at > ${now} - interval '1 day'))),
  kept as (
    insert into idempotency_keys (user_id, key, fingerprint, status, body, seq, created_at)
    select ${user}, ${key}, ${given('fingerprint', 'text')}, 201,
      (${given('begin', 'text')} || event.seq || ${given('end', 'text')})::json, event.seq, ${now}
    from event where ${key} is not null)
  select row_to_json(locked) as before, event.seq::float8 as seq from locked, event`
