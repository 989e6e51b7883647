import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { RED_PHOTO } from '#domain/testing/samples.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addMedication, doseBody, list, medicationBody, readLog, send } from '../testing/writes.ts'

let server: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
})
afterAll(() => server.close())

const START = '2026-03-02T09:00:00.000Z'
beforeEach(() => server.clock.set(START))

describe('POST /api/medications', () => {
  it('answers 201 with the listed record, whose first plan is in force from the moment it was added', async () => {
    const body = medicationBody({ createdAt: '2026-03-01T10:00:00Z' })
    const answer = await send(ada, 'POST', '/api/medications', body)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      ...body,
      important: false,
      schedule: { kind: 'daily' },
      versions: [
        {
          schedule: { kind: 'daily' },
          reminderTimes: ['08:00', '20:00'],
          startDate: null,
          endDate: null,
          effectiveFrom: '2026-03-01T10:00:00.000Z',
        },
      ],
      stoppedAt: null,
      createdAt: '2026-03-01T10:00:00.000Z',
      updatedAt: START,
      isActive: true,
    })
    expect(await list(ada)).toContainEqual(answer.json())
  })

  it('takes the specification’s own body: the server makes the id and the moment', async () => {
    const { id: _id, ...body } = medicationBody()
    const added = (await send(ada, 'POST', '/api/medications', body)).json()
    expect(added.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(added.createdAt).toBe(START)
  })

  it('never lets a plan begin in the future of the server', async () => {
    const added = await addMedication(ada, { createdAt: '2026-03-05T10:00:00Z' })
    expect(added.createdAt).toBe(START)
  })

  it('answers the same id with the same content with the record again', async () => {
    const body = medicationBody()
    const first = await send(ada, 'POST', '/api/medications', body)
    server.clock.advance(60_000)
    const second = await send(ada, 'POST', '/api/medications', body)
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
    expect(second.headers['dosewell-seq']).toBe(first.headers['dosewell-seq'])
  })

  it('answers the same id with other content 409 id_conflict', async () => {
    const body = medicationBody()
    await send(ada, 'POST', '/api/medications', body)
    const other = await send(ada, 'POST', '/api/medications', { ...body, dosage: '850 mg' })
    expect([other.statusCode, other.json().code]).toEqual([409, 'id_conflict'])
  })

  it('answers another user’s id and a tombstone with the same 409: no hint of whose it is', async () => {
    const foreign = await addMedication(bob)
    const foreignGone = await addMedication(bob)
    await send(bob, 'DELETE', `/api/medications/${foreignGone.id}`)
    const gone = await addMedication(ada)
    await send(ada, 'DELETE', `/api/medications/${gone.id}`)
    const answers = []
    for (const { id } of [foreign, foreignGone, gone]) {
      answers.push(await send(ada, 'POST', '/api/medications', medicationBody({ id })))
    }
    expect(answers.map((answer) => answer.statusCode)).toEqual([409, 409, 409])
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers[0]?.json().code).toBe('id_conflict')
    expect(await list(bob)).toContainEqual(foreign)
  })

  it('refuses a second active medication of the same name and dosage, unless both are wanted', async () => {
    await addMedication(ada, { name: 'Vitamin D', dosage: '1000 IU' })
    const body = medicationBody({ name: ' vitamin  d', dosage: '1000 iu' })
    const refused = await send(ada, 'POST', '/api/medications', body)
    expect([refused.statusCode, refused.json().code, refused.json().error]).toEqual([
      409,
      'duplicate',
      'You already have Vitamin D in your medications',
    ])
    const kept = await send(ada, 'POST', '/api/medications', { ...body, allowDuplicate: true })
    expect(kept.statusCode).toBe(201)
  })

  it('takes a second one of a medication that was stopped', async () => {
    const first = await addMedication(ada, { name: 'Amoxicillin', dosage: '500 mg' })
    await send(ada, 'PATCH', `/api/medications/${first.id}`, { stoppedAt: START })
    const again = await send(ada, 'POST', '/api/medications', medicationBody({ name: 'Amoxicillin', dosage: '500 mg' }))
    expect(again.statusCode).toBe(201)
  })

  it.each([
    ['a medication without a name', { name: ' ' }, 'name', 'Medication name is required.'],
    ['no reminder time', { reminderTimes: [] }, 'reminderTimes', 'At least one reminder time is required'],
    ['a text that is not a time', { reminderTimes: ['8 o’clock'] }, 'reminderTimes.0', null],
    ['25 times', { reminderTimes: Array.from({ length: 25 }, (_, i) => `0${i % 10}:00`) }, 'reminderTimes', null],
    ['an end before the start', { startDate: '2026-03-02', endDate: '2026-03-01' }, 'endDate', null],
    ['a date that does not exist', { startDate: '2026-02-30' }, 'startDate', null],
    ['a text of 10,000 characters', { instructions: 'a'.repeat(10_000) }, 'instructions', null],
    ['a dosage of 10,000 characters', { dosage: 'a'.repeat(10_000) }, 'dosage', null],
    ['a NUL character', { name: 'a\u0000b' }, 'name', null],
    ['half of a character', { instructions: 'pill \ud83d' }, 'instructions', null],
    ['an id that is no UUID', { id: 'one' }, 'id', null],
    ['a number as name', { name: 1e300 }, 'name', null],
    ['a huge interval', { schedule: { kind: 'interval', everyDays: 1e300, anchorDate: '2026-03-02' } }, null, null],
    ['a barcode that was misread', { barcodes: ['09300675003262'] }, 'barcodes.0', null],
    ['doses a minute apart', { limits: { minHours: 0.01, maxIn24h: null } }, 'limits.minHours', null],
    ['doses more than a week apart', { limits: { minHours: 169, maxIn24h: null } }, 'limits.minHours', null],
    ['a limit of nothing', { limits: { minHours: 4, maxIn24h: '0' } }, 'limits.maxIn24h', null],
    ['a limit that is not exact', { limits: { minHours: 4, maxIn24h: '0.3333' } }, 'limits.maxIn24h', null],
    ['a notice a minute before', { notices: { headsUp: 1, followUps: [] } }, 'notices.headsUp', null],
    ['a notice half a day before', { notices: { headsUp: 720, followUps: [] } }, 'notices.headsUp', null],
    [
      'a follow-up within the reminder',
      { notices: { headsUp: null, followUps: [30, 10] } },
      'notices.followUps.1',
      null,
    ],
    ['a follow-up much later', { notices: { headsUp: null, followUps: [241] } }, 'notices.followUps.0', null],
    ['four follow-ups', { notices: { headsUp: null, followUps: [20, 30, 40, 50] } }, 'notices.followUps', null],
    ['notices without their half', { notices: { headsUp: 15 } }, 'notices.followUps', null],
    ['a strength of nothing', { strength: { amount: '0', unit: 'mg', per: 'tablet' } }, 'strength.amount', null],
    ['a strength in no unit', { strength: { amount: '5', unit: ' ', per: 'tablet' } }, 'strength.unit', null],
    [
      'a strength of half a sentence',
      { strength: { amount: '5', unit: 'mg', per: 'x'.repeat(31) } },
      'strength.per',
      null,
    ],
    ['a strength per nothing', { strength: { amount: '5', unit: 'mg' } }, 'strength.per', null],
    ['an unknown shape', { look: { shape: 'star', colours: ['red'] } }, 'look.shape', null],
    ['an unknown colour', { look: { shape: 'round', colours: ['#ff0000'] } }, 'look.colours.0', null],
    ['three colours', { look: { shape: 'round', colours: ['red', 'red', 'red'] } }, 'look.colours', null],
    ['a photo that is none', { photo: 'aGVsbG8=' }, 'photo', 'photo must be a JPEG in base64.'],
    ['a photo with a script', { photo: btoa('<svg onload="alert(1)">') }, 'photo', 'photo must be a JPEG in base64.'],
    ['a photo as an address', { photo: `data:image/jpeg;base64,${RED_PHOTO}` }, 'photo', null],
    ['a photo of a megabyte', { photo: 'A'.repeat(900_000) }, 'photo', 'photo must be at most 6144 bytes.'],
    ['a photo as a list', { photo: [RED_PHOTO] }, 'photo', null],
    ['an unknown field', { colour: 'red' }, null, null],
  ])('refuses %s with 400 that names the field', async (_what, fields, field, sentence) => {
    const answer = await send(ada, 'POST', '/api/medications', medicationBody(fields))
    expect(answer.statusCode).toBe(400)
    const body = errorBodySchema.parse(answer.json())
    expect(body.code).toBe('invalid')
    expect(body.message).toBe(body.error)
    if (field) expect(body.field).toBe(field)
    if (sentence) expect(body.error).toBe(sentence)
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['a text', 'Metformin'],
    ['500 levels of lists', JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)],
  ])('refuses %s as a body with 400', async (_what, body) => {
    expect((await send(ada, 'POST', '/api/medications', body)).statusCode).toBe(400)
  })

  it('takes the first and the last date that a record may be given, 24 times and every character that can be stored', async () => {
    const reminderTimes = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
    const added = await addMedication(ada, {
      name: 'Ünïcödé 💊 \u202e\ufffd',
      reminderTimes: [...reminderTimes].reverse(),
      startDate: '1900-01-01',
      endDate: '2199-12-31',
    })
    expect(added).toMatchObject({
      reminderTimes,
      startDate: '1900-01-01',
      endDate: '2199-12-31',
      isActive: true,
    })
    expect((await ada.inject('/api/reminders/upcoming')).statusCode).toBe(200)
    await send(ada, 'DELETE', `/api/medications/${added.id}`)
  })
})

describe('PATCH /api/medications/{id}', () => {
  it('S5.1 changes what is given and leaves the rest', async () => {
    const before = await addMedication(ada)
    server.clock.advance(60_000)
    const answer = await send(ada, 'PATCH', `/api/medications/${before.id}`, { instructions: 'Before bed' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      ...before,
      instructions: 'Before bed',
      updatedAt: '2026-03-02T09:01:00.000Z',
    })
  })

  it('has the limits of its label, exactly, until they are taken away', async () => {
    const added = await addMedication(ada, { limits: { minHours: 4, maxIn24h: '16/2' } })
    expect(added.limits).toEqual({ minHours: 4, maxIn24h: '8' })
    const path = `/api/medications/${added.id}`
    const edited = await send(ada, 'PATCH', path, { dosage: '665 mg' })
    expect(edited.json().limits).toEqual(added.limits)
    expect((await send(ada, 'PATCH', path, { limits: null })).json().limits).toBeNull()
    expect(await addMedication(ada)).not.toHaveProperty('limits')
  })

  it('has its strength, in lowest terms, and its picture, until they are taken away', async () => {
    const look = { shape: 'capsule', colours: ['red', 'yellow'] }
    const added = await addMedication(ada, { strength: { amount: '500.0', unit: 'mg', per: 'tablet' }, look })
    expect(added).toMatchObject({ strength: { amount: '500', unit: 'mg', per: 'tablet' }, look })
    const path = `/api/medications/${added.id}`
    expect((await send(ada, 'PATCH', path, { dosage: '665 mg' })).json()).toMatchObject({ look })
    const without = (await send(ada, 'PATCH', path, { strength: null, look: null })).json()
    expect(without).toMatchObject({ strength: null, look: null })
  })

  it('has its photo until it is taken away; the shape beside it stays', async () => {
    const look = { shape: 'round', colours: ['white'] }
    const added = await addMedication(ada, { photo: RED_PHOTO, look })
    expect(added).toMatchObject({ photo: RED_PHOTO, look })
    const path = `/api/medications/${added.id}`
    expect((await send(ada, 'PATCH', path, { dosage: '665 mg' })).json()).toMatchObject({ photo: RED_PHOTO })
    expect((await send(ada, 'PATCH', path, { photo: 'aGVsbG8=' })).json()).toMatchObject({ field: 'photo' })
    expect((await send(ada, 'PATCH', path, { photo: null })).json()).toMatchObject({ photo: null, look })
    expect(await addMedication(ada)).not.toHaveProperty('photo')
  })

  it('has its notices, in order, until they are taken away', async () => {
    const added = await addMedication(ada, { notices: { headsUp: 15, followUps: [60, 30] } })
    expect(added.notices).toEqual({ headsUp: 15, followUps: [30, 60] })
    const path = `/api/medications/${added.id}`
    expect((await send(ada, 'PATCH', path, { dosage: '665 mg' })).json().notices).toEqual(added.notices)
    expect((await send(ada, 'PATCH', path, { notices: null })).json().notices).toBeNull()
    expect(await addMedication(ada)).not.toHaveProperty('notices')
  })

  it('learns the barcodes of its packages, and says them only where there are any', async () => {
    const before = await addMedication(ada)
    expect(before).not.toHaveProperty('barcodes')
    const path = `/api/medications/${before.id}`
    const learned = await send(ada, 'PATCH', path, { barcodes: ['09300675003261'] })
    expect(learned.json()).toEqual({ ...before, barcodes: ['09300675003261'] })
    const other = await send(ada, 'POST', '/api/medications', medicationBody({ id: before.id }))
    expect([other.statusCode, other.json().code]).toEqual([409, 'id_conflict'])
    expect((await send(ada, 'PATCH', path, { barcodes: [] })).json()).toEqual({ ...before, barcodes: [] })
  })

  it('S5.2 lays given plan fields over the plan that is there, as a new version from the edit on', async () => {
    const before = await addMedication(ada)
    server.clock.advance(60_000)
    const editedAt = '2026-03-02T09:00:30.000Z'
    const body = { reminderTimes: ['07:00'], editedAt }
    const after = (await send(ada, 'PATCH', `/api/medications/${before.id}`, body)).json()
    const plan = { schedule: { kind: 'daily' }, reminderTimes: ['07:00'], startDate: null, endDate: null }
    expect(after).toMatchObject(plan)
    expect(after.versions).toEqual([...before.versions, { ...plan, effectiveFrom: editedAt }])
  })

  it('S5.2 checks the whole plan, not the fields that came', async () => {
    const { id } = await addMedication(ada, { startDate: '2026-03-10' })
    for (const [body, field] of [
      [{ endDate: '2026-03-09' }, 'endDate'],
      [{ schedule: { kind: 'as-needed' } }, 'reminderTimes'],
      [{ reminderTimes: [] }, 'reminderTimes'],
    ] as const) {
      const answer = await send(ada, 'PATCH', `/api/medications/${id}`, body)
      expect([answer.statusCode, answer.json().field]).toEqual([400, field])
    }
  })

  it('takes the whole body of the specification', async () => {
    const { id, ...body } = medicationBody()
    await send(ada, 'POST', '/api/medications', { id, ...body })
    const answer = await send(ada, 'PATCH', `/api/medications/${id}`, { ...body, frequency: 'daily' })
    expect([answer.statusCode, answer.json().frequency]).toEqual([200, 'daily'])
  })

  it('stops and takes the stop back', async () => {
    const { id } = await addMedication(ada)
    const url = `/api/medications/${id}`
    const stopped = (await send(ada, 'PATCH', url, { stoppedAt: START })).json()
    expect([stopped.stoppedAt, stopped.isActive]).toEqual([START, false])
    const resumed = (await send(ada, 'PATCH', url, { stoppedAt: null })).json()
    expect([resumed.stoppedAt, resumed.isActive]).toEqual([null, true])
  })

  it('refuses an edit that renames into a duplicate, and only that', async () => {
    await addMedication(ada, { name: 'Ramipril', dosage: '5 mg' })
    const { id } = await addMedication(ada, { name: 'Ramipril', dosage: '10 mg' })
    const refused = await send(ada, 'PATCH', `/api/medications/${id}`, { dosage: '5 mg' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'duplicate'])
    const kept = await addMedication(ada, { name: 'Ramipril', dosage: '5 mg', allowDuplicate: true })
    const edited = await send(ada, 'PATCH', `/api/medications/${kept.id}`, { name: 'RAMIPRIL' })
    expect(edited.statusCode).toBe(200)
  })

  it('makes no commit of an edit that changes nothing', async () => {
    const before = await addMedication(ada)
    const etag = (await ada.inject('/api/medications')).headers.etag
    server.clock.advance(60_000)
    const answer = await send(ada, 'PATCH', `/api/medications/${before.id}`, { name: before.name })
    expect(answer.json()).toEqual(before)
    expect((await ada.inject('/api/medications')).headers.etag).toBe(etag)
  })

  it('answers unknown and foreign ids 404 and leaves the foreign record alone', async () => {
    const foreign = await addMedication(bob)
    for (const id of [foreign.id, randomUUID(), 'nonsense', foreign.id.toUpperCase(), '%00', '%ff']) {
      const answer = await send(ada, 'PATCH', `/api/medications/${id}`, { name: 'Mine' })
      expect([400, 404]).toContain(answer.statusCode)
    }
    const answer = await send(ada, 'PATCH', `/api/medications/${foreign.id}`, { name: 'Mine' })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    expect(await list(bob)).toContainEqual(foreign)
  })
})

describe('DELETE /api/medications/{id}', () => {
  it('removes the record and its dose events, and answers 404 the second time', async () => {
    const { id } = await addMedication(ada)
    const other = await addMedication(ada)
    await send(ada, 'POST', '/api/doses', doseBody(id))
    await send(ada, 'POST', '/api/doses', doseBody(other.id))
    const answer = await send(ada, 'DELETE', `/api/medications/${id}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect((await list(ada)).some((record) => record.id === id)).toBe(false)
    const log = await readLog(ada)
    expect(log.filter((event) => event.medicationId === id)).toEqual([])
    expect(log.filter((event) => event.medicationId === other.id)).toHaveLength(1)
    expect((await send(ada, 'DELETE', `/api/medications/${id}`)).statusCode).toBe(404)
  })

  it('answers unknown and foreign ids 404', async () => {
    const foreign = await addMedication(bob)
    for (const id of [foreign.id, randomUUID(), 'nonsense']) {
      expect((await send(ada, 'DELETE', `/api/medications/${id}`)).statusCode).toBe(404)
    }
    expect(await list(bob)).toContainEqual(foreign)
  })
})

describe('GET /api/medications', () => {
  it('answers a bare list, the oldest first, of the asker alone', async () => {
    const carla = await asAdult(server, 'carla@example.org')
    expect((await carla.inject('/api/medications')).json()).toEqual([])
    const second = await addMedication(carla, { createdAt: '2026-03-02T08:00:00Z' })
    const first = await addMedication(carla, { createdAt: '2026-03-01T08:00:00Z' })
    expect((await list(carla)).map(({ id }) => id)).toEqual([first.id, second.id])
  })

  it('may be kept by the browser only to ask again', async () => {
    const answer = await ada.inject('/api/medications')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
  })

  it('S3.5 answers 304 to its ETag, alone, weak or in a list, until anything in the list changes', async () => {
    const { id } = await addMedication(ada)
    const ask = (tag: string) => ada.inject({ url: '/api/medications', headers: { 'if-none-match': tag } })
    const etag = String((await ada.inject('/api/medications')).headers.etag)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const same = await ask(tag)
      expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
      expect(same.headers).toMatchObject({
        'dosewell-user': ada.user.id,
        'cache-control': 'private, no-cache',
      })
    }
    for (const change of [
      () => send(ada, 'PATCH', `/api/medications/${id}`, { frequency: 'rarely' }),
      () => send(ada, 'DELETE', `/api/medications/${id}`),
      () => addMedication(ada),
    ]) {
      const before = String((await ada.inject('/api/medications')).headers.etag)
      await change()
      expect((await ask(before)).statusCode).toBe(200)
    }
  })

  it('has another ETag for every user', async () => {
    const [dora, emil] = [await asAdult(server, 'dora@example.org'), await asAdult(server, 'emil@example.org')]
    const tags = await Promise.all([dora, emil].map(async (who) => (await who.inject('/api/medications')).headers.etag))
    expect(new Set(tags).size).toBe(2)
  })

  it('counts activity, and so the ETag, by the date in the plan zone', async () => {
    // In Sydney it is 23:30 on March 2.
    server.clock.set('2026-03-02T12:30:00.000Z')
    const { id } = await addMedication(ada, { endDate: '2026-03-02' })
    const before = await ada.inject('/api/medications')
    const isActive = async () => (await list(ada)).find((record) => record.id === id)?.isActive
    expect(await isActive()).toBe(true)
    server.clock.set('2026-03-02T13:00:00.000Z')
    const etag = String(before.headers.etag)
    const after = await ada.inject({ url: '/api/medications', headers: { 'if-none-match': etag } })
    expect(after.statusCode).toBe(200)
    expect(await isActive()).toBe(false)
  })

  it('does not raise the list’s version when only the log grows', async () => {
    const { id } = await addMedication(ada)
    const before = (await ada.inject('/api/medications')).headers.etag
    await send(ada, 'POST', '/api/doses', doseBody(id))
    expect((await ada.inject('/api/medications')).headers.etag).toBe(before)
  })
})
