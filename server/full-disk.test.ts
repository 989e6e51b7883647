import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { HOUR } from '#domain/lib/local-time.ts'
import type { Database } from './db/database.ts'
import { toApiError } from './http/plugins/errors.ts'
import { diskWatch, isDiskFull } from './platform/disk-watch.ts'
import { type TestApp, testApp } from './testing/app.ts'
import { memoryBlobs } from './testing/blobs.ts'
import { asAdult, type Person, signIn } from './testing/people.ts'
import { jpegOf, multipartOf } from './testing/pictures.ts'
import { testRecogniser } from './testing/recogniser.ts'
import { addMedication, appointmentBody, doseBody, list, medicationBody, send } from './testing/writes.ts'

const MEGABYTE = 1024 * 1024
/** With the first, everything works; with the second, nothing large; with the third, only what has to. */
const [PLENTY, LOW, LAST] = [1000 * MEGABYTE, 99 * MEGABYTE, 49 * MEGABYTE]
let free = PLENTY
const disk = diskWatch({ DATA_DIR: '', MIN_FREE_DISK_MB: 100 }, async () => free, 0)

const memory = memoryBlobs()
/** The disk's error for the next file; null accepts it. */
let failing: Error | null = null
const blobs: typeof memory = {
  ...memory,
  put: async (id, bytes) => {
    if (failing) throw failing
    await memory.put(id, bytes)
  },
}

let server: TestApp
let ada: Person
beforeAll(async () => {
  server = await testApp({ disk, blobs, recogniser: testRecogniser() })
  ada = await asAdult(server, 'ada@example.org')
})
afterAll(() => server.close())
beforeEach(() => {
  free = PLENTY
  failing = null
})

const ready = async () => (await server.inject('/api/health/ready')).statusCode
const uploadOf = async (key: string = randomUUID()) => {
  const { payload, headers } = multipartOf({}, { bytes: await jpegOf(60, 80) })
  return ada.inject({
    method: 'POST',
    url: '/api/medical-documents/upload',
    payload,
    headers: { ...headers, 'idempotency-key': key },
  })
}

/** Makes writes to the table fail as they do on a full database disk. */
async function fill(db: Database, table: string): Promise<void> {
  await db.execute(
    sql.raw(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`),
  )
  await db.execute(
    sql.raw(`create trigger no_room before insert or update on ${table} for each row execute function no_room()`),
  )
  onTestFinished(async () => void (await db.execute(sql.raw('drop function no_room() cascade'))))
}

describe('a disk that is nearly full', () => {
  beforeEach(() => {
    free = LOW
  })

  it('is why the server is not ready, although it lives', async () => {
    expect(await ready()).toBe(503)
    expect((await server.inject('/api/health/live')).statusCode).toBe(200)
    free = PLENTY
    expect(await ready()).toBe(200)
  })

  it('takes no pictures, and everything small', async () => {
    const answer = await uploadOf()
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60'])
    expect((await send(ada, 'POST', '/api/medications', medicationBody())).statusCode).toBe(201)
  })
})

describe('the last room of a disk', () => {
  it('is kept from everything that adds to it: refused before it is done, to be sent again', async () => {
    const { id } = await addMedication(ada, { name: 'Ramipril' })
    free = LAST
    const key = randomUUID()
    const calls: [method: 'POST' | 'PATCH', url: string, body: object][] = [
      ['POST', '/api/medications', medicationBody({ name: 'Ibuprofen' })],
      ['PATCH', `/api/medications/${id}`, { instructions: 'With water' }],
      ['POST', '/api/doses', doseBody(id)],
      ['POST', '/api/appointments', appointmentBody()],
      ['PATCH', '/api/user/profile', { firstName: 'Grace' }],
      ['POST', '/api/batch', { calls: [{ key, method: 'POST', path: '/api/doses', body: doseBody(id) }] }],
    ]
    const before = (await list(ada)).length
    for (const [method, url, payload] of calls) {
      const answer = await ada.inject({ method, url, payload, headers: { 'idempotency-key': key } })
      expect([url, answer.statusCode, answer.headers['retry-after']]).toEqual([url, 503, '60'])
    }
    expect((await list(ada)).length).toBe(before)
    free = PLENTY
    const again = { method: 'POST' as const, url: '/api/doses', payload: doseBody(id) }
    expect((await ada.inject({ ...again, headers: { 'idempotency-key': key } })).statusCode).toBe(201)
  })

  it('is for reading, for signing in and out, and for deleting, which makes room', async () => {
    const { id } = await addMedication(ada, { name: 'Bisoprolol' })
    free = LAST
    const phone = await signIn(server, ada.email)
    expect((await list(phone)).some((medication) => medication.id === id)).toBe(true)
    expect((await phone.inject('/api/user/export')).statusCode).toBe(200)
    expect((await send(phone, 'DELETE', `/api/medications/${id}`)).statusCode).toBe(200)
    const out = await phone.inject({ url: '/api/logout', headers: { 'sec-fetch-site': 'same-origin' } })
    expect(out.statusCode).toBe(303)
  })
})

describe('a disk that is full all the same', () => {
  it('under the pictures, answers 503, and the upload is taken once there is room', async () => {
    failing = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' })
    const key = randomUUID()
    const answer = await uploadOf(key)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60'])
    expect((await ada.inject('/api/medical-documents')).json()).toEqual([])
    failing = null
    expect((await uploadOf(key)).statusCode).toBe(201)
  })

  it('under the database, answers 503 to a write, acknowledges nothing, and takes it once there is room', async () => {
    const body = medicationBody({ name: 'Digoxin' })
    const key = randomUUID()
    const write = () =>
      ada.inject({
        method: 'POST',
        url: '/api/medications',
        payload: body,
        headers: { 'idempotency-key': key },
      })
    const full = async () => {
      await fill(server.db, 'idempotency_keys')
      const answer = await write()
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60'])
      expect((await list(ada)).some(({ name }) => name === 'Digoxin')).toBe(false)
      await server.db.execute(sql.raw('drop trigger no_room on idempotency_keys'))
    }
    await full()
    expect((await write()).statusCode).toBe(201)
  })

  it('under the database, lets a person read whose session is to be renewed', async () => {
    await fill(server.db, 'sessions')
    server.clock.advance(2 * HOUR)
    expect((await ada.inject('/api/medications')).statusCode).toBe(200)
  })

  it('is known by what the system and PostgreSQL call it, however deep that lies', () => {
    const full = Object.assign(new Error('could not extend file'), { code: '53100' })
    expect(isDiskFull(new Error('query failed', { cause: full }))).toBe(true)
    expect(isDiskFull(Object.assign(new Error('x'), { code: 'EDQUOT' }))).toBe(true)
    expect(isDiskFull(new Error('something else'))).toBe(false)
    expect(toApiError(new Error('query failed', { cause: full }))).toMatchObject({ status: 503 })
  })
})
