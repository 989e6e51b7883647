import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, get } from 'node:http'
import { sql } from 'drizzle-orm'
import { isLocalDate } from '#domain/lib/local-time.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import type { Database } from '#server/db/database.ts'

/** What each account of the bench has. */
export const MEDICATIONS = 5
/** Every medication at two times of each day. */
const TIMES = ['08:00', '20:00'] as const

export interface Account {
  id: string
  token: string
  medications: { id: string; name: string }[]
  /** From the last answer to the list, so that the next one can be a 304. */
  etag: string
  /** How far its device has read the log. */
  cursor: number
  logged: number
}

/** Adds signed-in accounts directly to the tables. */
export async function addAccounts(db: Database, count: number): Promise<Account[]> {
  const tokens = Array.from({ length: count }, () => randomUUID())
  const rows = tokens.map((token) => ({
    id: randomUUID(),
    session: randomUUID(),
    email: `person-${randomUUID()}@example.org`,
    hash: createHash('sha256').update(token).digest('base64url'),
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, session uuid, email text, hash text)`
  await db.execute(sql`insert into users (id, email, first_name, date_of_birth, age_verified, time_zone, created_at, updated_at)
    select id, email, 'Alex', '1950-05-17', true, 'Australia/Sydney', now(), now() from ${given}`)
  await db.execute(sql`insert into sync_state (user_id, updated_at) select id, now() from ${given}`)
  await db.execute(sql`insert into sessions (id, user_id, token_hash, device_name, created_at, last_seen_at, expires_at)
    select session, id, hash, 'Chrome on Android', now(), now(), now() + interval '180 days' from ${given}`)
  return rows.map(({ id }, n) => ({ id, token: tokens[n] ?? '', medications: [], etag: '', cursor: 0, logged: 0 }))
}

/** Sends a request to the server at that origin as an account; throws when the status is another. */
export async function ask(
  origin: string,
  { token }: Account,
  [method, url, status]: [method: string, url: string, status: number],
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ headers: Headers; text: string }> {
  const answer = await fetch(`${origin}${url}`, {
    method,
    headers: {
      cookie: `dosewell-session=${token}`,
      'sec-fetch-site': 'same-origin',
      ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status !== status) throw new Error(`${method} ${url} answered ${answer.status}: ${text.slice(0, 200)}`)
  return { headers: answer.headers, text }
}

export async function addMedication(origin: string, account: Account): Promise<void> {
  const medication = { id: randomUUID(), name: `Metformin ${account.medications.length}` }
  const body = {
    ...medication,
    dosage: '500 mg',
    frequency: 'twice a day',
    instructions: 'Take with food',
    reminderTimes: TIMES,
    startDate: null,
    endDate: null,
  }
  account.medications.push(medication)
  await ask(origin, account, ['POST', '/api/medications', 201], { body })
}

/** Takes the next planned dose. */
export async function logDose(origin: string, account: Account): Promise<void> {
  await ask(origin, account, ['POST', '/api/doses', 201], { body: nextDose(account) })
}

/** Returns the next planned dose as taken, from the first of January 2025 on. */
export function nextDose(account: Account) {
  const number = account.logged++
  const medication = account.medications[number % MEDICATIONS] ?? { id: '', name: '' }
  const turn = Math.floor(number / MEDICATIONS)
  const day = new Date(Date.UTC(2025, 0, 1 + Math.floor(turn / TIMES.length))).toISOString().slice(0, 10)
  const time = TIMES[turn % TIMES.length] ?? TIMES[0]
  if (!isLocalDate(day)) throw new Error(`${day} is no day`)
  const at = `${day}T${time}:12.345Z`
  return {
    id: randomUUID(),
    medicationId: medication.id,
    slotId: slotIdOf(medication.id as never, day, time as never),
    kind: 'taken',
    at,
    loggedAt: at,
    deviceId: '01900000-0000-7000-8000-000000000900',
    deviceName: 'Chrome on Android',
    snapshot: { name: medication.name, dosage: '500 mg', date: day, time },
  }
}

/** Opens an event stream and resolves with its first bytes. */
export async function openStream(origin: string, { token }: Account): Promise<ClientRequest> {
  const request = get(`${origin}/api/events`, {
    agent: false,
    headers: { cookie: `dosewell-session=${token}` },
  })
  const [answer] = await once(request, 'response')
  if (answer.statusCode !== 200) throw new Error(`A stream answered ${answer.statusCode}`)
  await once(answer, 'data')
  request.on('error', () => {})
  answer.on('error', () => {})
  answer.resume()
  return request
}
