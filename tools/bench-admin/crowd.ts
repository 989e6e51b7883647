import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DAY } from '#domain/lib/local-time.ts'
import { NO_PLAN, type PlanState } from '#domain/plans/plan-state.ts'
import type { Database } from '#server/db/database.ts'

/** The bench's administrator, and the token of their session. */
export const ADMIN = 'administrator@bench.test'
export const TOKEN = 'bench-administrator'
const ADMIN_ID = '00000000-0000-7000-8000-00000000ad00'

const FIRST_NAMES = ['Olivia', 'Noah', 'Zoë', 'Liam', 'Mary', 'Łukasz', 'Ava', 'Mohammed', 'Sofia', 'Jack', '']
const LAST_NAMES = [
  'Nguyen',
  'Smith',
  'García',
  'Brown',
  'Singh',
  'O’Brien',
  'Kowalski',
  'Wilson',
  'Chen',
  'Taylor',
  'Ångström',
  '',
]
const PROVIDERS = ['gmail.com', 'gmail.com', 'gmail.com', 'outlook.com', 'outlook.com', 'bigpond.com', 'icloud.com']
/** No account of the last year uses it: the newest accounts give no hint of how many there are. */
const FORMER_PROVIDER = 'former-employer.example'

/** Accounts are created evenly over this time (ms). */
const SINCE = 3 * 365 * DAY
const PORTION = 50_000

/**
 * Fills an empty database with that many accounts with a medication each, as the calls would have left them. Of every
 * hundred users 25 pay, 5 are in their trial, 40 had one. The search index is created at the end, which is faster.
 */
export async function addCrowd(db: Database, people: number, onPortion: (done: number) => void): Promise<void> {
  const now = Date.now()
  await db.execute(sql`drop index users_search`)
  for (let first = 1; first <= people; first += PORTION) {
    const last = Math.min(people, first + PORTION - 1)
    await addUsers(db, { first, last, people, now })
    await addMedications(db, { first, last })
    onPortion(last)
  }
  await addAdmin(db, now)
  await db.execute(
    sql`create index users_search on users using gin (search_pieces(user_words(email, first_name, last_name), 1, 3))`,
  )
  await db.execute(sql`vacuum analyze`)
}

interface Portion {
  first: number
  last: number
}

const listOf = (texts: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`

/** Returns an id derived from the number, the same each time. */
const idOf = (prefix: string) =>
  sql.raw(`overlay(overlay(md5('${prefix} ' || n) placing '7' from 13) placing '8' from 17)::uuid`)

const dateOf = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`

async function addUsers(
  db: Database,
  { first, last, people, now }: Portion & { people: number; now: number },
): Promise<void> {
  const ended = dateOf(now - DAY)
  const end = now + 10 * DAY
  const ahead = dateOf(end)
  const trial: PlanState = { ...NO_PLAN, trialEndsAt: end, dueAt: end }
  await db.execute(sql`
    insert into users (id, email, first_name, last_name, date_of_birth, age_verified, has_used_trial,
      subscription_status, subscription_plan, subscription_ends_at, plan_due_at, plan_state, time_zone, created_at, updated_at)
    select ${idOf('user')},
      lower(regexp_replace(first_name, '[^A-Za-z]', '', 'g')) || '.' || n || '@' ||
        case when n % 20 = 0 and created_at < ${dateOf(now - 365 * DAY)} then ${FORMER_PROVIDER} else provider end,
      first_name, last_name, '1980-05-17', true, true, status,
      case when status in ('active', 'trial') then 'premium' else 'free' end,
      case status when 'expired' then ${ended} when 'trial' then ${ahead} end,
      case status when 'trial' then ${ahead} end,
      case status when 'trial' then ${JSON.stringify(trial)}::jsonb end,
      'Australia/Sydney', created_at, created_at
    from (
      select n,
        (${listOf(FIRST_NAMES)})[1 + n * 7 % ${FIRST_NAMES.length}] as first_name,
        (${listOf(LAST_NAMES)})[1 + n * 11 % ${LAST_NAMES.length}] as last_name,
        (${listOf(PROVIDERS)})[1 + n * 13 % ${PROVIDERS.length}] as provider,
        case when n % 100 < 25 then 'active' when n % 100 < 30 then 'trial' when n % 100 < 70 then 'expired' end as status,
        date_trunc('milliseconds', ${dateOf(now - SINCE)} + ((n / ${people}::double precision) * ${SINCE / 1000}) * interval '1 second') as created_at
      from generate_series(${first}::integer, ${last}::integer) as n
    ) as crowd
  `)
}

async function addMedications(db: Database, { first, last }: Portion): Promise<void> {
  await db.execute(sql`
    insert into medications (id, user_id, record)
    select ${idOf('medication')}, ${idOf('user')}, plan || jsonb_build_object('id', ${idOf('medication')}, 'name', 'Metformin', 'dosage', '500 mg',
      'frequency', 'Every day', 'instructions', 'With food', 'versions', jsonb_build_array(plan || jsonb_build_object('effectiveFrom', made)),
      'stoppedAt', null, 'createdAt', made, 'updatedAt', made)
    from generate_series(${first}::integer, ${last}::integer) as n
    join users on users.id = ${idOf('user')}
    cross join lateral (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as made,
      '{"schedule":{"kind":"daily"},"reminderTimes":["08:00","20:00"],"startDate":null,"endDate":null}'::jsonb as plan) as content
  `)
}

async function addAdmin(db: Database, now: number): Promise<void> {
  const tokenHash = createHash('sha256').update(TOKEN).digest('base64url')
  await db.execute(
    sql`insert into users (id, email, created_at, updated_at) values (${ADMIN_ID}, ${ADMIN}, ${dateOf(now)}, ${dateOf(now)})`,
  )
  await db.execute(sql`insert into sessions (id, user_id, token_hash, device_name, created_at, last_seen_at, expires_at)
    values (${ADMIN_ID}, ${ADMIN_ID}, ${tokenHash}, 'Bench', ${dateOf(now)}, ${dateOf(now)}, ${dateOf(now + 30 * DAY)})`)
}
