import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addAppointment, addMedication, appointmentBody, type Json, listAppointments, send } from '../testing/writes.ts'

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

const edit = (id: string, body: Json, key?: string) => send(ada, 'PATCH', `/api/appointments/${id}`, body, key)

describe('POST /api/appointments', () => {
  it('answers 201 with the record, upcoming', async () => {
    const body = appointmentBody({ createdAt: '2026-03-01T10:00:00Z', remindBefore: [1440, 120, 120] })
    const answer = await send(ada, 'POST', '/api/appointments', body)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      ...body,
      remindBefore: [120, 1440],
      isCompleted: false,
      createdAt: '2026-03-01T10:00:00.000Z',
      updatedAt: START,
      changedAt: '2026-03-01T10:00:00.000Z',
    })
    expect(await listAppointments(ada)).toContainEqual(answer.json())
  })

  it('takes the specification’s form alone: the server makes the id, what is optional is empty', async () => {
    const form = { doctorName: 'Dr. Form', appointmentDate: '2026-03-10', appointmentTime: '09:00' }
    const added = (await send(ada, 'POST', '/api/appointments', form)).json()
    expect(added).toMatchObject({
      ...form,
      specialty: '',
      location: '',
      notes: '',
      phoneNumber: '',
      remindBefore: [],
      isCompleted: false,
      createdAt: START,
    })
    expect(added.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it.each([
    ['no doctor', { doctorName: '  ' }, 'doctorName', 'Doctor name is required.'],
    ['no date', { appointmentDate: undefined }, 'appointmentDate', null],
    ['a date that does not exist', { appointmentDate: '2026-02-30' }, 'appointmentDate', null],
    ['a time of twelve hours', { appointmentTime: '2:30 PM' }, 'appointmentTime', null],
    ['notes that are too long', { notes: 'x'.repeat(2001) }, 'notes', null],
    ['half of a character', { location: 'Clinic \ud83d' }, 'location', null],
    ['a reminder nobody offers', { remindBefore: [5] }, 'remindBefore.0', null],
    ['a field it does not know', { isCompleted: false }, undefined, null],
  ])('refuses %s and names the field that is wrong', async (_what, fields, field, sentence) => {
    const answer = await send(ada, 'POST', '/api/appointments', appointmentBody(fields))
    expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([400, 'invalid', field])
    if (sentence !== null) expect(answer.json().error).toBe(sentence)
  })

  it('answers the same id with the same content with the record again, with other content 409', async () => {
    const body = appointmentBody()
    const first = await send(ada, 'POST', '/api/appointments', body)
    const again = await send(ada, 'POST', '/api/appointments', body)
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect(again.headers['dosewell-seq']).toBe(first.headers['dosewell-seq'])
    const other = await send(ada, 'POST', '/api/appointments', { ...body, appointmentTime: '15:00' })
    expect([other.statusCode, other.json().code]).toEqual([409, 'id_conflict'])
  })

  it('answers another user’s id and a tombstone with the same 409', async () => {
    const foreign = await addAppointment(bob)
    const gone = await addAppointment(ada)
    await send(ada, 'DELETE', `/api/appointments/${gone.id}`)
    const answers = []
    for (const { id } of [foreign, gone]) {
      answers.push(await send(ada, 'POST', '/api/appointments', appointmentBody({ id })))
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  })

  it('refuses the same doctor at the same date and time, unless both are wanted', async () => {
    await addAppointment(ada, { doctorName: 'Dr. Ivy Lee' })
    const body = appointmentBody({ doctorName: 'dr.  ivy LEE' })
    const refused = await send(ada, 'POST', '/api/appointments', body)
    expect([refused.statusCode, refused.json().code, refused.json().error]).toEqual([
      409,
      'duplicate',
      'You already have an appointment with Dr. Ivy Lee on Mar 9, 2026 at 2:30 PM',
    ])
    const kept = await send(ada, 'POST', '/api/appointments', { ...body, allowDuplicate: true })
    expect(kept.statusCode).toBe(201)
  })

  it('takes an appointment again that was completed', async () => {
    const { id } = await addAppointment(ada, { doctorName: 'Dr. Again' })
    await edit(id, { isCompleted: true })
    const again = await send(ada, 'POST', '/api/appointments', appointmentBody({ doctorName: 'Dr. Again' }))
    expect(again.statusCode).toBe(201)
  })
})

describe('PATCH /api/appointments/{id}', () => {
  it('changes only what it names', async () => {
    const before = await addAppointment(ada)
    server.clock.advance(1000)
    const answer = await edit(before.id, { appointmentTime: '16:00', notes: null })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        ...before,
        appointmentTime: '16:00',
        notes: '',
        updatedAt: '2026-03-02T09:00:01.000Z',
        changedAt: '2026-03-02T09:00:01.000Z',
      },
    ])
  })

  it('a request that changes nothing is no commit', async () => {
    const before = await addAppointment(ada)
    server.clock.advance(1000)
    const answer = await edit(before.id, { location: before.location })
    expect(answer.json()).toEqual(before)
    expect((await ada.inject('/api/appointments')).headers['dosewell-seq']).toBe(answer.headers['dosewell-seq'])
  })

  it('completes; saying so once more changes nothing', async () => {
    const { id } = await addAppointment(ada)
    const completed = await edit(id, { isCompleted: true })
    expect(completed.json().isCompleted).toBe(true)
    const again = await edit(id, { isCompleted: true })
    expect([again.statusCode, again.json()]).toEqual([200, completed.json()])
    expect(again.headers['dosewell-seq']).toBe(completed.headers['dosewell-seq'])
  })

  it.each([
    ['made upcoming again', { isCompleted: false }],
    ['edited', { notes: 'Other' }],
    ['edited while it is completed once more', { isCompleted: true, notes: 'Other' }],
  ])('a completed one is not %s: 409', async (_what, body) => {
    const { id } = await addAppointment(ada)
    const completed = (await edit(id, { isCompleted: true })).json()
    const answer = await edit(id, body)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'appointment_completed'])
    expect(await listAppointments(ada)).toContainEqual(completed)
  })

  it('refuses to move one onto another of the same doctor', async () => {
    await addAppointment(ada, { doctorName: 'Dr. Twice', appointmentTime: '10:00' })
    const second = await addAppointment(ada, { doctorName: 'Dr. Twice', appointmentTime: '11:00' })
    const answer = await edit(second.id, { appointmentTime: '10:00' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'duplicate'])
  })

  it('answers another user’s, an unknown and a deleted one 404', async () => {
    const foreign = await addAppointment(bob)
    const gone = await addAppointment(ada)
    await send(ada, 'DELETE', `/api/appointments/${gone.id}`)
    for (const id of [foreign.id, gone.id, randomUUID(), 'nothing']) {
      expect((await edit(id, { notes: 'x' })).statusCode).toBe(404)
    }
  })
})

describe('DELETE /api/appointments/{id}', () => {
  it('takes it away, completed or not; a second time there is nothing', async () => {
    const { id } = await addAppointment(ada)
    await edit(id, { isCompleted: true })
    const first = await send(ada, 'DELETE', `/api/appointments/${id}`)
    expect([first.statusCode, first.json()]).toEqual([200, { success: true }])
    const second = await send(ada, 'DELETE', `/api/appointments/${id}`)
    expect(second.statusCode).toBe(404)
    expect((await listAppointments(ada)).map((one) => one.id)).not.toContain(id)
  })
})

describe('GET /api/appointments', () => {
  it('S3.5 answers 304 until something in it changes, and a medication is nothing in it', async () => {
    const carl = await asAdult(server, 'carl@example.org')
    const { id } = await addAppointment(carl)
    const read = (etag?: string) =>
      carl.inject({ url: '/api/appointments', headers: etag ? { 'if-none-match': etag } : {} })
    const etag = String((await read()).headers.etag)
    await addMedication(carl)
    expect((await read(etag)).statusCode).toBe(304)
    await send(carl, 'DELETE', `/api/appointments/${id}`)
    const after = await read(etag)
    expect([after.statusCode, after.json()]).toEqual([200, []])
    expect(after.headers.etag).not.toBe(etag)
  })

  it('does not change what is said of the medications', async () => {
    const dora = await asAdult(server, 'dora@example.org')
    await addMedication(dora)
    const etag = String((await dora.inject('/api/medications')).headers.etag)
    await addAppointment(dora)
    const answer = await dora.inject({ url: '/api/medications', headers: { 'if-none-match': etag } })
    expect(answer.statusCode).toBe(304)
  })

  it('answers only the person’s own', async () => {
    const foreign = await addAppointment(bob)
    expect(await listAppointments(ada)).not.toContainEqual(foreign)
  })
})

it('GET /api/appointments/upcoming answers what is not completed from today on, the next one first', async () => {
  const eve = await asAdult(server, 'eve@example.org')
  const later = await addAppointment(eve, { appointmentDate: '2026-03-09', appointmentTime: '14:30' })
  const sooner = await addAppointment(eve, { appointmentDate: '2026-03-09', appointmentTime: '08:15' })
  const today = await addAppointment(eve, { appointmentDate: '2026-03-02', appointmentTime: '00:05' })
  await addAppointment(eve, { appointmentDate: '2026-03-01' })
  const done = await addAppointment(eve, { appointmentDate: '2026-03-20' })
  await send(eve, 'PATCH', `/api/appointments/${done.id}`, { isCompleted: true })
  const answer = await eve.inject('/api/appointments/upcoming')
  expect(answer.json()).toEqual([today, sooner, later])
})

it('S2.2 the same key takes effect once and is answered the same, in a batch too', async () => {
  const body = appointmentBody()
  const key = randomUUID()
  const alone = await send(ada, 'POST', '/api/appointments', body, key)
  const calls = [
    { key, method: 'POST', path: '/api/appointments', body },
    { key: randomUUID(), method: 'PATCH', path: `/api/appointments/${body.id}`, body: { isCompleted: true } },
    { key: randomUUID(), method: 'PATCH', path: `/api/appointments/${body.id}`, body: { notes: 'x' } },
    { key: randomUUID(), method: 'DELETE', path: `/api/appointments/${body.id}` },
  ]
  const { results } = (await send(ada, 'POST', '/api/batch', { calls })).json()
  expect(results.map(({ status }: { status: number }) => status)).toEqual([201, 200, 409, 200])
  expect(results[0].body).toEqual(alone.json())
})
