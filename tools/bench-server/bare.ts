/**
 * The same database behind a bare Fastify: no session rules, no checks, no keys, one statement per request. With
 * `usage` answered over IPC like the real server's (bench-reminders/meter.ts).
 */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import Fastify from 'fastify'
import pg from 'pg'

const { DATABASE_URL, DATA_DIR = '', PORT } = process.env

type Ask = (statement: string, values: unknown[]) => Promise<{ rows: unknown[] }>

async function open(): Promise<Ask> {
  if (DATABASE_URL !== undefined) {
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 15 })
    return (statement, values) => pool.query(statement, values)
  }
  const pglite = await PGlite.create({ dataDir: path.join(DATA_DIR, 'db') })
  return (statement, values) => pglite.query(statement, values)
}

const ask = await open()
const app = Fastify()

const cookieOf = (header = '') => /dosewell-session=([^;]+)/.exec(header)?.[1] ?? ''

app.get('/api/health/ready', async () => ({ ready: true }))

app.get('/api/auth/user', async (request) => {
  const hash = createHash('sha256').update(cookieOf(request.headers.cookie)).digest('base64url')
  const { rows } = await ask(
    'select users.* from sessions join users on users.id = sessions.user_id where token_hash = $1',
    [hash],
  )
  return rows[0]
})

interface Dose {
  id: string
  medicationId: string
  slotId: string
  kind: string
  at: string
  loggedAt: string
  deviceId: string
  deviceName: string
  snapshot: { name: string; dosage: string; date: string; time: string }
}

/** Only so that the index of sequences has something to refuse. */
let seq = Date.now()

app.post<{ Body: Dose }>('/api/doses', async ({ body, headers }, reply) => {
  const { id, medicationId, slotId, kind, at, loggedAt, deviceId, deviceName, snapshot } = body
  const { name, dosage, date, time } = snapshot
  seq += 1
  await ask(
    `insert into dose_events (id, user_id, seq, received_at, medication_id, slot_id, kind, at, logged_at, device_id,
      device_name, name, dosage, planned_date, planned_time)
      values ($1, $2, $3, now(), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      headers['bench-user'],
      seq,
      medicationId,
      slotId,
      kind,
      at,
      loggedAt,
      deviceId,
      deviceName,
      name,
      dosage,
      date,
      time,
    ],
  )
  return reply.code(201).send({ ...body, seq })
})

await app.listen({ port: Number(PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
