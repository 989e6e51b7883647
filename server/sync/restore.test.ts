// On both databases: a new epoch raises every sequence.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toInstant } from '#domain/lib/instant.ts'
import type { BatchAnswer } from '#domain/protocol/batch.ts'
import { MOST_VERSIONS } from '#domain/records/medication.ts'
import type { PlanVersion } from '#domain/schedule/plan.ts'
import { RED_PHOTO } from '#domain/testing/samples.ts'
import { beginEpoch } from '../backup/begin-epoch.ts'
import { systemRandom } from '../platform/clock.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { rememberRows } from '../testing/restore.ts'
import { users } from '../testing/tables.ts'
import {
  addAppointment,
  addMedication,
  appointmentBody,
  doseBody,
  type Json,
  list,
  listAppointments,
  medicationBody,
  readLog,
  send,
} from '../testing/writes.ts'

let server: TestApp
let count = 0
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const someone = () => asAdult(server, `person${++count}@example.org`)

/** Does the work, then puts the database back to its earlier state, as `npm run restore` does. */
async function lose(work: () => Promise<void>): Promise<void> {
  const putBack = await rememberRows(server.db)
  await work()
  await server.restart(async () => {
    await putBack()
    server.clock.advance(1000)
    await beginEpoch(server.db, { clock: server.clock, random: systemRandom })
  })
}

const epochOf = async (person: Person): Promise<string> =>
  String((await person.inject('/api/medications')).headers['dosewell-epoch'])

interface Back {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  originalSeq: number
  key?: string
}

async function replayAll(person: Person, ...calls: Back[]): Promise<BatchAnswer['results']> {
  const keyed = calls.map((call) => ({ key: randomUUID(), ...call }))
  const answer = await send(person, 'POST', '/api/batch', { calls: keyed })
  if (answer.statusCode !== 200) throw new Error(`the batch answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<BatchAnswer>().results
}

const seqOf = (answer: { headers: Record<string, unknown> }): number => Number(answer.headers['dosewell-seq'])

describe('a new epoch', () => {
  it('S11.2 an account without a write in the snapshot has nothing in common with its devices, nor after the next restore', async () => {
    const ada = await someone()
    const before = await epochOf(ada)
    await lose(async () => void (await addMedication(ada)))
    await addMedication(ada)
    await lose(async () => undefined)
    const answer = await ada.inject({ url: '/api/medications', headers: { 'dosewell-epoch': before } })
    expect(answer.statusCode).toBe(409)
    expect(answer.headers['dosewell-restored-seq']).toBe('0')
  })

  it('S11.2 answers a request of the epoch before 409 with the highest common commit, before any effect', async () => {
    const ada = await someone()
    const { id } = await addMedication(ada)
    const before = await epochOf(ada)
    const common = seqOf(await ada.inject('/api/medications'))
    await lose(async () => void (await send(ada, 'POST', '/api/doses', doseBody(id))))
    const key = randomUUID()
    const asOfBefore = { 'dosewell-epoch': before, 'idempotency-key': key }
    for (const request of [
      { url: '/api/medications' },
      { url: '/api/doses?since=2' },
      { method: 'POST', url: '/api/medications', payload: medicationBody() },
      { method: 'DELETE', url: `/api/medications/${id}` },
    ] as const) {
      const answer = await ada.inject({ ...request, headers: asOfBefore })
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'new_epoch'])
      expect(answer.headers['dosewell-restored-seq']).toBe(String(common))
      expect(answer.headers['dosewell-epoch']).toBe(await epochOf(ada))
    }
    expect(await list(ada)).toHaveLength(1)
    const again = await send(ada, 'POST', '/api/medications', medicationBody(), key)
    expect(again.statusCode).toBe(201)
  })

  it('S11.2 takes a request of its own epoch, and one that names none', async () => {
    const ada = await someone()
    await lose(async () => undefined)
    const headers = { 'dosewell-epoch': await epochOf(ada) }
    expect((await ada.inject({ url: '/api/medications', headers })).statusCode).toBe(200)
    expect((await ada.inject('/api/medications')).statusCode).toBe(200)
  })

  it('S11.2 names what all earlier epochs have in common, also to a device that missed one of them', async () => {
    const ada = await someone()
    const { id } = await addMedication(ada)
    const first = await epochOf(ada)
    const common = seqOf(await ada.inject('/api/medications'))
    await lose(async () => void (await send(ada, 'POST', '/api/doses', doseBody(id))))
    await send(ada, 'POST', '/api/doses', doseBody(id))
    await lose(async () => undefined)
    const answer = await ada.inject({ url: '/api/medications', headers: { 'dosewell-epoch': first } })
    expect(answer.headers['dosewell-restored-seq']).toBe(String(common))
  })

  it('S11.6 commits above everything that was lost, also of an account that wrote nothing before, and after every restore', async () => {
    const ada = await someone()
    const bert = await someone()
    const { id } = await addMedication(ada)
    let highest = 0
    const oldest = await rememberRows(server.db)
    for (let round = 0; round < 3; round += 1) {
      const write = await send(ada, 'POST', '/api/doses', doseBody(id))
      const other = await send(bert, 'POST', '/api/medications', medicationBody())
      expect(seqOf(write)).toBeGreaterThan(highest)
      expect(seqOf(other)).toBeGreaterThan(highest)
      highest = Math.max(seqOf(write), seqOf(other))
      server.clock.advance(60_000)
      await server.restart(async () => {
        await oldest()
        await beginEpoch(server.db, { clock: server.clock, random: systemRandom })
      })
    }
  })

  it('S11.3 begins for one account when a device has seen more of it than there is', async () => {
    const ada = await someone()
    const bert = await someone()
    const { id } = await addMedication(ada)
    const before = await epochOf(ada)
    const common = seqOf(await ada.inject('/api/medications'))
    const headers = { 'dosewell-epoch': before }
    const answer = await ada.inject({ url: `/api/doses?since=${common + 5}`, headers })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'new_epoch'])
    expect(answer.headers['dosewell-restored-seq']).toBe(String(common))
    expect(await epochOf(ada)).toBe(answer.headers['dosewell-epoch'])
    expect(await epochOf(ada)).not.toBe(before)
    expect(await epochOf(bert)).toBe(before)
    expect(seqOf(await send(ada, 'POST', '/api/doses', doseBody(id)))).toBeGreaterThan(common + 5)
    expect((await ada.inject({ url: `/api/doses?since=${common}`, headers: {} })).statusCode).toBe(200)
  })

  it('S11.3 begins another one each time that one and the same older database takes the place of the newer', async () => {
    const ada = await someone()
    const older = await rememberRows(server.db)
    const epochs = new Set<string>([await epochOf(ada)])
    for (let round = 0; round < 2; round += 1) {
      const { id } = await addMedication(ada)
      const seen = seqOf(await send(ada, 'POST', '/api/doses', doseBody(id)))
      server.clock.advance(60_000)
      await server.restart(older)
      await ada.inject(`/api/doses?since=${seen}`)
      epochs.add(await epochOf(ada))
    }
    expect(epochs.size).toBe(3)
  })
})

describe('replaying', () => {
  it('S11.5 brings back additions, edits and doses, with the old keys once each', async () => {
    const ada = await someone()
    const body = medicationBody()
    const path = `/api/medications/${body.id}`
    const dose = doseBody(String(body.id))
    const keys = [randomUUID(), randomUUID(), randomUUID()] as const
    const seqs: number[] = []
    await lose(async () => {
      seqs.push(seqOf(await send(ada, 'POST', '/api/medications', body, keys[0])))
      seqs.push(seqOf(await send(ada, 'PATCH', path, { dosage: '1 g' }, keys[1])))
      seqs.push(seqOf(await send(ada, 'POST', '/api/doses', dose, keys[2])))
    })
    expect(await list(ada)).toEqual([])
    const [first = 0, second = 0, third = 0] = seqs
    const calls: Back[] = [
      { method: 'POST', path: '/api/medications', body, originalSeq: first, key: keys[0] },
      { method: 'PATCH', path, body: { dosage: '1 g' }, originalSeq: second, key: keys[1] },
      { method: 'POST', path: '/api/doses', body: dose, originalSeq: third, key: keys[2] },
    ]
    const results = await replayAll(ada, ...calls)
    expect(results.map(({ status }) => status)).toEqual([201, 200, 201])
    expect(await replayAll(ada, ...calls)).toEqual(results)
    expect(await list(ada)).toMatchObject([{ id: body.id, dosage: '1 g' }])
    expect(await readLog(ada)).toMatchObject([{ id: dose.id }])
  })

  it('S11.5 takes a record from a device that did not make it, and its doses after it', async () => {
    const ada = await someone()
    let record: Json = {}
    let seq = 0
    await lose(async () => {
      const { isActive: _computed, ...added } = await addMedication(ada)
      record = { ...added }
      seq = seqOf(await ada.inject('/api/medications'))
    })
    const id = String(record.id)
    const results = await replayAll(
      ada,
      { method: 'PUT', path: `/api/medications/${id}`, body: record, originalSeq: seq },
      { method: 'POST', path: '/api/doses', body: doseBody(id), originalSeq: seq + 1 },
      { method: 'POST', path: '/api/medications', body: medicationBody({ id }), originalSeq: seq },
    )
    expect(results.map(({ status }) => status)).toEqual([200, 201, 201])
    expect(await list(ada)).toMatchObject([{ id, name: record.name }])
  })

  it.each([
    ['the older one first', [0, 1]],
    ['the newer one first', [1, 0]],
  ])('S11.5 takes a dose from two devices of which one knows less of it, %s', async (_order, order) => {
    const ada = await someone()
    const { id } = await addMedication(ada)
    const event = doseBody(id, { slot: '2026-03-02 20:00', amount: 0.33, unit: 'tablet' })
    const newer = { ...event, takenAmount: '1/3' }
    const replay = (body: Json) => ({
      method: 'POST' as const,
      path: '/api/doses',
      body,
      originalSeq: 9,
      key: String(event.id),
    })
    const forms = order.map((which) => [event, newer][which] as Json)
    const other = { ...doseBody(id), id: randomUUID() }
    for (const form of forms) {
      // As a run and alone.
      const run = await replayAll(ada, replay(form), { ...replay(other), key: other.id })
      expect(run.map(({ status }) => status)).toEqual([201, 201])
      expect((await replayAll(ada, replay(form)))[0]?.status).toBe(201)
    }
    expect(await readLog(ada)).toHaveLength(2)
    // Another dose under the same key is none of them.
    expect((await replayAll(ada, replay({ ...event, note: 'Other' })))[0]?.body).toMatchObject({ code: 'key_reused' })
  })

  it('S11.5 takes a record with its photo, and none with something else in its place', async () => {
    const ada = await someone()
    let record: Json = {}
    let seq = 0
    await lose(async () => {
      const { isActive: _computed, ...added } = await addMedication(ada, { photo: RED_PHOTO })
      record = { ...added }
      seq = seqOf(await ada.inject('/api/medications'))
    })
    const put = (photo: string): Back => {
      return { method: 'PUT', path: `/api/medications/${record.id}`, body: { ...record, photo }, originalSeq: seq }
    }
    const results = await replayAll(ada, put('aGVsbG8='), put(RED_PHOTO))
    expect(results).toMatchObject([{ status: 400, body: { field: 'photo' } }, { status: 200 }])
    expect(await list(ada)).toMatchObject([{ id: record.id, photo: RED_PHOTO }])
  })

  it('S11.5 takes a record with more versions than one keeps now, and none whose versions are out of order', async () => {
    const ada = await someone()
    const { isActive: _computed, versions, ...record } = await addMedication(ada)
    const { effectiveFrom: _when, ...plan } = versions[0] as PlanVersion
    const long = Array.from({ length: MOST_VERSIONS + 1 }, (_, day) => ({
      ...plan,
      effectiveFrom: toInstant(Date.UTC(2024, 0, 1 + day)),
    }))
    const seq = seqOf(await ada.inject('/api/medications'))
    const put = (id: string, body: Json): Back => {
      return {
        method: 'PUT',
        path: `/api/medications/${id}`,
        body: { ...record, id, ...body },
        originalSeq: seq,
      }
    }
    const [mixed, whole] = [randomUUID(), randomUUID()]
    const results = await replayAll(
      ada,
      put(mixed, { versions: long.slice(0, 3).toReversed() }),
      put(whole, { versions: long }),
    )
    expect(results).toMatchObject([
      { status: 400, body: { field: 'versions' } },
      { status: 200, body: { versions: long.slice(1) } },
    ])
  })

  it('S11.6 leaves the later edit standing, whichever device comes first, and both of different fields', async () => {
    const ada = await someone()
    const { id } = await addMedication(ada, { name: `Aspirin ${count}`, instructions: 'Old' })
    await lose(async () => undefined)
    const base = seqOf(await ada.inject('/api/medications'))
    const path = `/api/medications/${id}`
    const edit = (body: Json, seq: number): Back => ({
      method: 'PATCH',
      path,
      body,
      originalSeq: base - 1000 + seq,
    })
    await replayAll(ada, edit({ instructions: 'Later' }, 9))
    await replayAll(ada, edit({ instructions: 'Earlier', dosage: '2 g' }, 7), edit({ frequency: 'daily' }, 8))
    expect(await list(ada)).toMatchObject([{ instructions: 'Later', dosage: '2 g', frequency: 'daily' }])
  })

  it('S11.6 never undoes what was written after the restore', async () => {
    const ada = await someone()
    const { id } = await addMedication(ada)
    const lost = seqOf(await ada.inject('/api/medications')) + 1
    await lose(async () => undefined)
    const path = `/api/medications/${id}`
    await send(ada, 'PATCH', path, { instructions: 'After' })
    await replayAll(ada, { method: 'PATCH', path, body: { instructions: 'Lost' }, originalSeq: lost })
    expect(await list(ada)).toMatchObject([{ instructions: 'After' }])
  })

  it('S11.6 a record of a device that does not know the mark of an important medication leaves it, in either order', async () => {
    const ada = await someone()
    let [record, seq, path]: [Json, number, string] = [{}, 0, '']
    await lose(async () => {
      const { isActive: _computed, important: _dropped, ...added } = await addMedication(ada)
      record = { ...added }
      path = `/api/medications/${added.id}`
      seq = seqOf(await ada.inject('/api/medications'))
    })
    await replayAll(
      ada,
      { method: 'PUT', path, body: record, originalSeq: seq },
      { method: 'PATCH', path, body: { important: true }, originalSeq: seq - 1 },
    )
    expect(await list(ada)).toMatchObject([{ important: true }])
    await replayAll(ada, { method: 'PUT', path, body: { ...record, dosage: '3 g' }, originalSeq: seq })
    expect(await list(ada)).toMatchObject([{ important: true, dosage: '3 g' }])
  })

  it('S11.7 keeps deleted what was deleted before or after the snapshot, also against records and additions', async () => {
    const ada = await someone()
    const { isActive: _computed, ...buried } = await addMedication(ada)
    const { isActive: _too, ...lost } = await addMedication(ada)
    await send(ada, 'DELETE', `/api/medications/${buried.id}`)
    await lose(async () => undefined)
    const unseen = { ...buried, id: randomUUID() }
    const results = await replayAll(
      ada,
      { method: 'DELETE', path: `/api/medications/${lost.id}`, originalSeq: 9 },
      { method: 'DELETE', path: `/api/medications/${unseen.id}`, originalSeq: 9 },
      { method: 'PUT', path: `/api/medications/${buried.id}`, body: buried, originalSeq: 8 },
      { method: 'PUT', path: `/api/medications/${lost.id}`, body: lost, originalSeq: 8 },
      { method: 'PUT', path: `/api/medications/${unseen.id}`, body: unseen, originalSeq: 8 },
      { method: 'POST', path: '/api/medications', body: medicationBody({ id: lost.id }), originalSeq: 8 },
      { method: 'PATCH', path: `/api/medications/${lost.id}`, body: { dosage: '1 g' }, originalSeq: 8 },
      { method: 'POST', path: '/api/doses', body: doseBody(String(lost.id)), originalSeq: 8 },
    )
    expect(results.map(({ status }) => status)).toEqual([200, 200, 410, 410, 410, 410, 410, 410])
    expect(await list(ada)).toEqual([])
  })

  it('takes no record of somebody else, and none whose id is not that of its address', async () => {
    const ada = await someone()
    const bert = await someone()
    const { isActive: _computed, ...theirs } = await addMedication(bert)
    const results = await replayAll(
      ada,
      { method: 'PUT', path: `/api/medications/${theirs.id}`, body: theirs, originalSeq: 3 },
      { method: 'PUT', path: `/api/medications/${randomUUID()}`, body: theirs, originalSeq: 3 },
      { method: 'PUT', path: `/api/medications/${theirs.id}`, body: { id: theirs.id }, originalSeq: 3 },
    )
    expect(results.map(({ status }) => status)).toEqual([409, 400, 400])
    expect(await list(bert)).toHaveLength(1)
  })

  it('knows no whole record without an original sequence', async () => {
    const ada = await someone()
    const { isActive: _computed, ...record } = await addMedication(ada)
    const path = `/api/medications/${record.id}`
    const answer = await send(ada, 'POST', '/api/batch', {
      calls: [{ key: randomUUID(), method: 'PUT', path, body: { ...record, name: 'Other' } }],
    })
    expect(answer.json<BatchAnswer>().results.map(({ status }) => status)).toEqual([404])
    expect(await list(ada)).toMatchObject([{ name: record.name }])
  })
})

describe('POST /api/user/hand-over', () => {
  const ask = async (person: Person, from: string) => {
    const answer = await send(person, 'POST', '/api/user/hand-over', { from })
    return [answer.statusCode, answer.json().code ?? null]
  }

  it('S11.11 allows it for an account that nobody knows any more', async () => {
    const ada = await someone()
    const email = `lost${count}@example.org`
    let lost = ''
    await lose(async () => {
      lost = (await asAdult(server, email)).user.id
    })
    expect(await ask(ada, lost)).toEqual([200, null])
  })

  it('S11.11 refuses it while that account exists, and for one that was erased on purpose', async () => {
    const [ada, bert] = [await someone(), await someone()]
    expect(await ask(ada, bert.user.id)).toEqual([403, 'forbidden'])
    expect(await ask(ada, ada.user.id)).toEqual([403, 'forbidden'])
    const erased = randomUUID()
    server.erasures.push({ kind: 'account', user: erased, at: new Date().toISOString() })
    expect(await ask(ada, erased)).toEqual([410, 'account_gone'])
    await server.db.delete(users).where(eq(users.id, bert.user.id))
    expect(await ask(ada, bert.user.id)).toEqual([410, 'account_gone'])
  })

  it('answers 400 to what is no id, and 401 without a session', async () => {
    expect(await ask(await someone(), 'me')).toEqual([400, 'invalid'])
    const answer = await server.inject({
      method: 'POST',
      url: '/api/user/hand-over',
      payload: { from: randomUUID() },
    })
    expect(answer.statusCode).toBe(401)
  })
})

describe('the profile after a restore', () => {
  const edit = (body: Json, originalSeq: number) => ({
    method: 'PATCH' as const,
    path: '/api/user/profile',
    body,
    originalSeq,
  })
  const self = async (person: Person) => (await person.inject('/api/auth/user')).json()

  it.each([
    ['the earlier', [0, 1]],
    ['the later', [1, 0]],
  ])('S11.6 of each field the later change stands, when %s is replayed first', async (_which, order) => {
    const ada = await someone()
    const lost: { body: Json; seq: number }[] = []
    const change = async (body: Json) =>
      lost.push({ body, seq: seqOf(await send(ada, 'PATCH', '/api/user/profile', body)) })
    await lose(async () => {
      await change({ timeZone: 'Asia/Kathmandu', firstName: 'Ada' })
      await change({ timeZone: 'Europe/London' })
    })
    expect(await self(ada)).toMatchObject({ timeZone: 'Australia/Sydney', firstName: null })
    for (const index of order) {
      const { body, seq } = lost[index] ?? { body: {}, seq: 0 }
      expect((await replayAll(ada, edit(body, seq)))[0]?.status).toBe(200)
    }
    expect(await self(ada)).toMatchObject({ timeZone: 'Europe/London', firstName: 'Ada' })
  })

  it('S11.6 a change of the new epoch stands over one that is replayed', async () => {
    const ada = await someone()
    let seq = 0
    await lose(async () => {
      seq = seqOf(await send(ada, 'PATCH', '/api/user/profile', { timeZone: 'Asia/Kathmandu' }))
    })
    await send(ada, 'PATCH', '/api/user/profile', { timeZone: 'Europe/London' })
    const [given] = await replayAll(ada, edit({ timeZone: 'Asia/Kathmandu' }, seq))
    expect(given).toMatchObject({ status: 200, body: { timeZone: 'Europe/London' } })
  })
})

describe('giving appointments back', () => {
  it('S11.5 brings back addition, edit and completion in order, with the old keys once each', async () => {
    const ada = await someone()
    const body = appointmentBody()
    const path = `/api/appointments/${body.id}`
    const keys = [randomUUID(), randomUUID(), randomUUID()] as const
    const seqs: number[] = []
    await lose(async () => {
      seqs.push(seqOf(await send(ada, 'POST', '/api/appointments', body, keys[0])))
      seqs.push(seqOf(await send(ada, 'PATCH', path, { location: 'Other Hospital' }, keys[1])))
      seqs.push(seqOf(await send(ada, 'PATCH', path, { isCompleted: true }, keys[2])))
    })
    expect(await listAppointments(ada)).toEqual([])
    const [first = 0, second = 0, third = 0] = seqs
    const calls: Back[] = [
      { method: 'POST', path: '/api/appointments', body, originalSeq: first, key: keys[0] },
      { method: 'PATCH', path, body: { isCompleted: true }, originalSeq: third, key: keys[2] },
      { method: 'PATCH', path, body: { location: 'Other Hospital' }, originalSeq: second, key: keys[1] },
    ]
    const results = await replayAll(ada, ...calls)
    expect(results.map(({ status }) => status)).toEqual([201, 200, 200])
    expect(await replayAll(ada, ...calls)).toEqual(results)
    expect(await listAppointments(ada)).toMatchObject([{ id: body.id, location: 'Other Hospital', isCompleted: true }])
  })

  it('S11.6 of each unit the higher original sequence stands, and completed stays completed', async () => {
    const ada = await someone()
    const before = await addAppointment(ada)
    const path = `/api/appointments/${before.id}`
    const common = seqOf(await ada.inject('/api/appointments'))
    await lose(async () => undefined)
    await replayAll(ada, { method: 'PATCH', path, body: { notes: 'newer' }, originalSeq: common + 8 })
    await replayAll(
      ada,
      { method: 'PATCH', path, body: { notes: 'older', location: 'North Clinic' }, originalSeq: common + 3 },
      { method: 'PATCH', path, body: { isCompleted: true }, originalSeq: common + 4 },
      { method: 'PUT', path, body: { ...before, doctorName: 'Dr. Known' }, originalSeq: common + 2 },
    )
    expect(await listAppointments(ada)).toMatchObject([
      { notes: 'newer', location: 'North Clinic', doctorName: 'Dr. Known', isCompleted: true },
    ])
  })

  it('S11.7 a deleted appointment stays deleted, whoever knows it still', async () => {
    const ada = await someone()
    const before = await addAppointment(ada)
    const path = `/api/appointments/${before.id}`
    const results = await replayAll(
      ada,
      { method: 'DELETE', path, originalSeq: 5 },
      { method: 'PUT', path, body: before, originalSeq: 9 },
      { method: 'PATCH', path, body: { notes: 'x' }, originalSeq: 9 },
    )
    expect(results.map(({ status, body }) => [status, (body as Json).code])).toEqual([
      [200, undefined],
      [410, 'appointment_gone'],
      [410, 'appointment_gone'],
    ])
    expect(await listAppointments(ada)).toEqual([])
  })
})
