import { sql } from 'drizzle-orm'
import { addDays, DAY, HOUR, type LocalTime, localTimeOf, MINUTE, minutesOfDay } from '#domain/lib/local-time.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'
import type { Database } from '#server/db/database.ts'
import { transaction } from '#server/db/transaction.ts'
import { type BrowserKeys, endpointPath } from './browsers.ts'

/** Where users live: whole, half and quarter hours from UTC, with and without changeovers. */
const ZONES = [
  'Australia/Sydney',
  'Australia/Adelaide',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Europe/Istanbul',
  'Europe/Berlin',
  'Europe/London',
  'America/Sao_Paulo',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
]

/** Of a hundred users: those with the second medication, with the third, with one taken only when needed. */
const WITH_SECOND = 67
const WITH_THIRD = 33
const WITH_AS_NEEDED = 10
export const MEDICATIONS_PER_PERSON = 1 + (WITH_SECOND + WITH_THIRD + WITH_AS_NEEDED) / 100

/** Only those who are meant to be due get a reminder within this time (ms). */
const REST_IS_QUIET = 3 * HOUR

export interface Crowd {
  /** The number of the first user; numbers continue from there. */
  first: number
  count: number
  /**
   * Every user's morning: that instant (ms), whatever their clocks show then. Null: half of them at 8:00 by their own
   * clocks, the others at any quarter of an hour, the next one at least three hours from now.
   */
  dueAt: number | null
}

/** Returns how many doses a crowd has in one morning. */
export function morningDoses({ first, count }: Pick<Crowd, 'first' | 'count'>): number {
  const seconds = Array.from({ length: count }, (_, index) => (first + index) % 100 < WITH_SECOND)
  return count + seconds.filter(Boolean).length
}

/** Where messages are sent. */
export interface Service {
  origin: string
  browsers: readonly BrowserKeys[]
}

interface WallTime {
  zone: string
  time: LocalTime
  at: number
}

/**
 * Adds users directly to the tables, as the calls would have: accounts, their medications (one to three at the morning
 * and the evening time, a tenth with one taken when needed), a subscribed phone each, and the due index.
 */
export async function addPeople(db: Database, crowd: Crowd, { origin, browsers }: Service): Promise<void> {
  const now = Date.now()
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
  const then = new Date(now - 30 * DAY).toISOString()
  const zones = sql`array(select jsonb_array_elements_text(${json(ZONES)}))`
  const walls = crowd.dueAt === null ? nextWallTimes(now + REST_IS_QUIET) : duePlaces(crowd.dueAt)
  await transaction(db, async (tx) => {
    const run = (statement: ReturnType<typeof sql>) => tx.execute(statement)
    await run(sql`create temporary table walls on commit drop as
      select * from jsonb_to_recordset(${json(walls.map((wall) => ({ ...wall, at: new Date(wall.at) })))})
        as row (zone text, time text, at timestamptz)`)
    await run(sql`create temporary table browsers on commit drop as
      select ordinality - 1 as number, keys->>'p256dh' as p256dh, keys->>'auth' as auth
      from jsonb_array_elements(${json(browsers)}) with ordinality as row (keys, ordinality)`)
    await run(sql`create temporary table crowd on commit drop as
      select n, overlay(overlay(md5('person ' || n) placing '4' from 13) placing '8' from 17)::uuid as id, (${zones})[1 + n % ${ZONES.length}] as zone,
        case when n % 2 = 0 then '08:00'
          else to_char((n % 96 * 53 % 96) * interval '15 minutes', 'HH24:MI') end as morning
      from generate_series(${crowd.first}::int, ${crowd.first + crowd.count - 1}::int) as n`)
    if (crowd.dueAt !== null)
      await run(sql`update crowd set morning = walls.time from walls
        where walls.zone = crowd.zone and walls.at = ${new Date(crowd.dueAt).toISOString()}::timestamptz`)
    await run(sql`insert into users (id, email, date_of_birth, age_verified, time_zone, created_at, updated_at)
      select id, 'person-' || n || '@example.org', '1980-05-17', true, zone, ${then}::timestamptz, ${then}::timestamptz from crowd`)
    await run(sql`insert into sync_state (user_id, updated_at) select id, ${then}::timestamptz from crowd`)
    await run(sql`insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, device_id, device_name, session_id,
        time_zone, wording, created_at, seen_at)
      select md5('subscription ' || n)::uuid, id, ${origin + endpointPath(0).slice(0, -1)}::text || n, p256dh, auth,
        md5('device ' || n)::uuid, 'Phone', md5('session ' || n)::uuid, zone, 'full', ${then}::timestamptz, ${then}::timestamptz
      from crowd join browsers on number = n % ${browsers.length}`)
    await run(MEDICINES)
    await run(sql`insert into medications (id, user_id, record)
      select id, user_id, plan || jsonb_build_object('id', id, 'name', name, 'dosage', '500 mg', 'frequency', 'Every day',
        'instructions', 'With food', 'versions', jsonb_build_array(plan || jsonb_build_object('effectiveFrom', ${then}::text)),
        'stoppedAt', null, 'createdAt', ${then}::text, 'updatedAt', ${then}::text)
      from medicines`)
    await run(sql`insert into reminder_due (medication_id, user_id, due_at)
      select medicines.id, user_id, min(at) from medicines
      join walls on walls.zone = medicines.zone and walls.time = any(times) group by 1, 2`)
  })
  await db.execute(sql`analyze`)
}

/** What each of them takes, with times by their own clocks. */
const MEDICINES = sql`create temporary table medicines on commit drop as
  with taken as (
    select crowd.*, kind, to_char(('2000-01-01 ' || morning)::timestamp + interval '12 hours', 'HH24:MI') as evening
    from crowd cross join generate_series(0, 3) as kind
    where kind = 0 or (kind = 1 and n % 100 < ${sql.raw(String(WITH_SECOND))})
      or (kind = 2 and n % 100 < ${sql.raw(String(WITH_THIRD))})
      or (kind = 3 and n % 100 < ${sql.raw(String(WITH_AS_NEEDED))}))
  select overlay(overlay(md5('medicine ' || n || ' ' || kind) placing '4' from 13) placing '8' from 17)::uuid as id, id as user_id, zone, times,
    (array['Metformin', 'Ramipril', 'Levothyroxine', 'Ibuprofen'])[kind + 1] as name,
    jsonb_build_object('schedule', jsonb_build_object('kind', case when kind = 3 then 'as-needed' else 'daily' end),
      'reminderTimes', to_jsonb(times), 'startDate', null, 'endDate', null) as plan
  from taken cross join lateral (select case kind
    when 0 then array[least(morning, evening), greatest(morning, evening)]
    when 1 then array[morning] when 2 then array[evening] else array[]::text[] end as times) as their`

/** Returns each quarter of an hour in each zone, with the first instant (ms) at or after `from` when clocks show it. */
function nextWallTimes(from: number): WallTime[] {
  return ZONES.flatMap((zone) =>
    Array.from({ length: 96 }, (_, quarter) => nextWall(zone, localTimeOf(quarter * 15), from)),
  )
}

/** Returns what clocks show at that instant, and twelve hours later. */
function duePlaces(dueAt: number): WallTime[] {
  return ZONES.flatMap((zone) => {
    const { time } = localAt(dueAt, zone)
    return [{ zone, time, at: dueAt }, nextWall(zone, localTimeOf((minutesOfDay(time) + 720) % 1440), dueAt + MINUTE)]
  })
}

function nextWall(zone: string, time: LocalTime, from: number): WallTime {
  const { date } = localAt(from, zone)
  const today = instantAt(date, time, zone)
  return { zone, time, at: today >= from ? today : instantAt(addDays(date, 1), time, zone) }
}
