import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventsOfColumns } from '#domain/protocol/log-columns-read.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addMedication, doseBody, type Json, readLog, send } from '../testing/writes.ts'

let server: TestApp
let ada: Person
let bob: Person
let medicationId: string
beforeAll(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
  medicationId = (await addMedication(ada)).id
})
afterAll(() => server.close())

const START = '2026-03-02T09:00:00.000Z'
beforeEach(() => server.clock.set(START))

const record = (body: Json, person = ada) => send(person, 'POST', '/api/doses', body)

describe('POST /api/doses', () => {
  it('answers 201 with the event, its place in the log and the server’s receipt time', async () => {
    const body = doseBody(medicationId, {
      slot: '2026-03-02 20:00',
      amount: 2.5,
      unit: 'tablets',
      note: 'late',
    })
    const answer = await record(body)
    expect(answer.statusCode).toBe(201)
    const seq = Number(answer.headers['dosewell-seq'])
    expect(answer.json()).toEqual({ ...body, until: null, undoes: null, seq, receivedAt: START })
    expect((await readLog(ada)).at(-1)).toEqual(answer.json())
  })

  it('answers the same id with the same content with the event again, without a commit', async () => {
    const body = doseBody(medicationId, { at: '2026-03-02T19:02:00+11:00', amount: 0.1 })
    const first = await record(body)
    server.clock.advance(60_000)
    const second = await record({ ...body, at: '2026-03-02T08:02:00Z', note: null })
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
    expect(second.headers['dosewell-seq']).toBe(first.headers['dosewell-seq'])
  })

  it.each([
    ['kind', { slot: '2026-03-02 20:00', kind: 'skipped' }],
    ['time', { slot: '2026-03-02 20:00', at: '2026-03-02T09:03:00.000Z' }],
    ['amount', { slot: '2026-03-02 20:00', amount: 1 }],
    ['slot', { slot: '2026-03-02 08:00' }],
    ['exact amount', { slot: '2026-03-02 20:00', amount: 0.33, takenAmount: '1/3' }],
  ])('answers the same id with another %s 409 id_conflict', async (_what, change) => {
    const body = doseBody(medicationId, { slot: '2026-03-02 20:00' })
    await record(body)
    const other = await record({ ...doseBody(medicationId, change), id: body.id })
    expect([other.statusCode, other.json().code]).toEqual([409, 'id_conflict'])
  })

  it('stores exact amounts in lowest terms, and takes the event of a client that drops them for the same', async () => {
    const { snapshot, ...body } = doseBody(medicationId, { slot: '2026-03-06 20:00' })
    const exact = { ...body, takenAmount: '2/6', snapshot: { ...(snapshot as object), amount: '3/2', unit: 'tablet' } }
    const first = await record(exact)
    expect(first.json()).toMatchObject({ takenAmount: '1/3', snapshot: { amount: '1.5', unit: 'tablet' } })
    expect((await readLog(ada)).at(-1)).toEqual(first.json())
    for (const again of [exact, { ...body, snapshot }]) expect((await record(again)).json()).toEqual(first.json())
    const other = await record({ ...exact, takenAmount: '1' })
    expect(other.json().code).toBe('id_conflict')
  })

  it('takes the event of a client that drops only the move for the same, whichever of the two is first', async () => {
    const moved = () => {
      const body = doseBody(medicationId, { slot: '2026-03-02 20:00', kind: 'snoozed' })
      const snapshot = { ...(body.snapshot as object), amount: '1.5', unit: 'tablet' }
      const event = { ...body, snapshot, until: '2026-03-02T10:30:00.000Z' }
      return { event, withMove: { ...event, movedTo: '21:30' } }
    }
    for (const isOlderFirst of [false, true]) {
      const { event, withMove } = moved()
      const [first, again] = isOlderFirst ? [event, withMove] : [withMove, event]
      const known = (await record(first)).json()
      expect((await record(again)).json()).toEqual(known)
    }
  })

  it('takes the event of a client that drops only the planned instant for the same, whichever of the two is first', async () => {
    for (const [isOlderFirst, slot] of [
      [false, '2026-03-07 20:00'],
      [true, '2026-03-08 20:00'],
    ] as const) {
      const { snapshot, ...event } = doseBody(medicationId, { slot })
      const plannedAt = `${slot.slice(0, 10)}T09:00:00.000Z`
      const planned = { ...(snapshot as object), amount: '1.5', unit: 'tablet' }
      const older = { ...event, snapshot: planned }
      const newer = { ...event, snapshot: { ...planned, plannedAt } }
      const [first, again] = isOlderFirst ? [older, newer] : [newer, older]
      const known = (await record(first)).json()
      expect(known.snapshot.plannedAt).toBe(isOlderFirst ? undefined : plannedAt)
      expect((await record(again)).json()).toEqual(known)
      expect((await readLog(ada)).at(-1)).toEqual(known)
    }
    const { snapshot, ...event } = doseBody(medicationId, { slot: '2026-03-02 20:00' })
    const far = await record({ ...event, snapshot: { ...(snapshot as object), plannedAt: '2026-03-05T09:00:00.000Z' } })
    expect([far.statusCode, far.json().field]).toEqual([400, 'snapshot.plannedAt'])
  })

  it('answers the id of another user’s event 409 without a hint of whose', async () => {
    const own = doseBody(medicationId)
    await record(own)
    const foreign = await addMedication(bob)
    const answer = await record({ ...doseBody(foreign.id), id: own.id }, bob)
    const taken = await record({ ...own, note: 'other' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'id_conflict'])
    expect(answer.body).toBe(taken.body)
    expect(await readLog(bob)).toEqual([])
  })

  it.each(['1970-01-01T00:00:00.000Z', '2031-03-02T09:00:00.000Z', '9998-12-31T23:59:59.999Z'])(
    'is never refused for its time: %s',
    async (at) => {
      const answer = await record(doseBody(medicationId, { at, loggedAt: at }))
      expect(answer.statusCode).toBe(201)
      expect(answer.json()).toMatchObject({ at, loggedAt: at, receivedAt: START })
    },
  )

  it('answers 410 medication_gone, naming the medication, when it was deleted', async () => {
    const { id } = await addMedication(ada)
    await send(ada, 'DELETE', `/api/medications/${id}`)
    const answer = await record(doseBody(id))
    expect([answer.statusCode, answer.json().code, answer.json().error]).toEqual([
      410,
      'medication_gone',
      'Metformin was deleted on another device.',
    ])
  })

  it('answers 404 for a medication that never was, or is or was another user’s', async () => {
    const foreign = await addMedication(bob)
    const gone = await addMedication(bob)
    await send(bob, 'DELETE', `/api/medications/${gone.id}`)
    for (const id of [randomUUID(), foreign.id, gone.id]) {
      const answer = await record(doseBody(id))
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    }
  })

  it('takes an undo, also of an undo', async () => {
    const taken = doseBody(medicationId)
    const undo = doseBody(medicationId, { kind: 'undone', undoes: taken.id })
    const redo = doseBody(medicationId, { kind: 'undone', undoes: undo.id })
    for (const body of [taken, undo, redo]) expect((await record(body)).statusCode).toBe(201)
  })

  it('answers an undo of another medication’s event 409, and of a foreign or unknown event 404', async () => {
    const other = await addMedication(ada)
    const taken = doseBody(other.id)
    await record(taken)
    const undo = (undoes: unknown) => record(doseBody(medicationId, { kind: 'undone', undoes }))
    expect((await undo(taken.id)).statusCode).toBe(409)
    const foreign = doseBody((await addMedication(bob)).id)
    await record(foreign, bob)
    expect((await undo(foreign.id)).statusCode).toBe(404)
    expect((await undo(randomUUID())).statusCode).toBe(404)
  })

  it.each([
    ['a slot of another day', { slot: '2026-03-02 20:00', snapshot: { name: '', dosage: '', date: null, time: null } }],
    ['a snooze without an end', { slot: '2026-03-02 20:00', kind: 'snoozed' }],
    ['a skipped dose without a slot', { kind: 'skipped' }],
    ['an undo of nothing', { kind: 'undone' }],
    ['a negative amount', { amount: -1 }],
    ['a huge amount', { amount: 1e308 }],
    ['a note of 10,000 characters', { note: 'a'.repeat(10_000) }],
    ['a NUL character', { note: 'a\u0000' }],
    ['half of a character', { note: '\udc8a' }],
    ['half of a character in a field’s name', { '\ud83d': 1 }],
    ['a time of the year 10000', { at: '+010000-01-01T00:00:00Z' }],
    ['an unknown field', { colour: 'red' }],
  ])('refuses %s with 400', async (_what, fields) => {
    const answer = await record(doseBody(medicationId, fields))
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
  })

  it('keeps the smallest and the most exact amounts as they were sent', async () => {
    for (const amount of [5e-324, 0.1 + 0.2, 10_000]) {
      const body = doseBody(medicationId, { amount })
      await record(body)
      const kept = (await readLog(ada)).find((event) => event.id === body.id)
      expect(kept?.amount).toBe(amount)
    }
  })
})

describe('GET /api/doses', () => {
  it('S4.1 pages through every event once, in order, whatever the size of a page', async () => {
    const carla = await asAdult(server, 'carla@example.org')
    const { id } = await addMedication(carla)
    const sent = Array.from({ length: 7 }, () => doseBody(id))
    for (const body of sent) await record(body, carla)
    for (const limit of [1, 2, 3, 7, 2000]) {
      const log = await readLog(carla, limit)
      expect(log.map((event) => event.id)).toEqual(sent.map((body) => body.id))
      expect(log.map((event) => event.seq)).toEqual(log.map((event) => event.seq).toSorted((a, b) => a - b))
    }
  })

  it('says whether there is another page right now', async () => {
    const carla = await asAdult(server, 'claire@example.org')
    const { id } = await addMedication(carla)
    for (let i = 0; i < 2; i += 1) await record(doseBody(id), carla)
    const page = async (query: string) => (await carla.inject(`/api/doses?${query}`)).json()
    const first = await page('limit=1')
    expect([first.events.length, first.more]).toEqual([1, true])
    const second = await page(`limit=1&since=${first.cursor}`)
    expect([second.events.length, second.more]).toEqual([1, false])
    expect(await page(`since=${second.cursor}`)).toEqual({ events: [], cursor: second.cursor, more: false })
  })

  it('moves the cursor past events that went with their medication, up to what a change notification says', async () => {
    const dora = await asAdult(server, 'dora@example.org')
    const [kept, gone] = [await addMedication(dora), await addMedication(dora)]
    await record(doseBody(kept.id), dora)
    const last = (await record(doseBody(gone.id), dora)).json().seq
    await send(dora, 'DELETE', `/api/medications/${gone.id}`)
    const page = (await dora.inject('/api/doses?since=0')).json()
    expect([page.events.length, page.cursor]).toEqual([1, last])
  })

  it('S4.1 pages of columns bring what pages of rows bring', async () => {
    const gina = await asAdult(server, 'gina@example.org')
    const { id } = await addMedication(gina)
    const taken = doseBody(id, { slot: '2026-03-02 20:00', amount: 2.5, unit: 'tablets', note: 'late' })
    const until = '2026-03-02T10:00:00.000Z'
    const snooze = doseBody(id, { slot: '2026-03-02 08:00', kind: 'snoozed', until })
    const undo = doseBody(id, { kind: 'undone', undoes: taken.id })
    for (const body of [taken, snooze, undo, doseBody(id)]) await record(body, gina)
    const rows = await gina.inject('/api/doses')
    const whole = await gina.inject('/api/doses?form=columns')
    const { columns, ...end } = whole.json()
    expect({ events: eventsOfColumns(columns), ...end }).toEqual(rows.json())
    expect(whole.headers['dosewell-seq']).toBe(rows.headers['dosewell-seq'])
    expect(whole.headers['dosewell-epoch']).toBe(rows.headers['dosewell-epoch'])
    const parts: unknown[] = []
    for (let since = 0, more = true; more; ) {
      const page = (await gina.inject(`/api/doses?form=columns&limit=3&since=${since}`)).json()
      parts.push(...(eventsOfColumns(page.columns) ?? []))
      since = page.cursor
      more = page.more
    }
    expect(parts).toEqual(rows.json().events)
  })

  it('S10.4 who asks for a form that this server does not know gets rows', async () => {
    const rows = await ada.inject('/api/doses')
    expect((await ada.inject('/api/doses?form=lines')).json()).toEqual(rows.json())
  })

  it('gives nobody the events of another user', async () => {
    await record(doseBody(medicationId))
    const emil = await asAdult(server, 'emil@example.org')
    expect((await emil.inject('/api/doses')).json()).toEqual({ events: [], cursor: 0, more: false })
    expect((await emil.inject('/api/doses?form=columns')).json()).toMatchObject({ columns: { count: 0 } })
  })

  it.each([
    'since=-1',
    'since=x',
    'since=1e300',
    'since=99999999999999999999',
    `since=${Number.MAX_SAFE_INTEGER}`,
    'limit=0',
    'limit=2001',
    'since=1.5',
  ])('refuses %s with 400', async (query) => {
    expect((await ada.inject(`/api/doses?${query}`)).statusCode).toBe(400)
  })

  it('S4.1 skips no event of devices that write at the same time', async () => {
    const fred = await asAdult(server, 'fred@example.org')
    const { id } = await addMedication(fred)
    const sent = Array.from({ length: 30 }, () => doseBody(id))
    const writing = Promise.all(sent.map((body) => record(body, fred)))
    const seen: string[] = []
    let cursor = 0
    for (let done = false; !done || seen.length < sent.length; ) {
      const page = (await fred.inject(`/api/doses?since=${cursor}&limit=4`)).json()
      seen.push(...page.events.map((event: Json) => event.id))
      cursor = page.cursor
      if (page.events.length === 0) {
        if (done) break
        await writing
        done = true
      }
    }
    expect(seen.toSorted()).toEqual(sent.map((body) => String(body.id)).toSorted())
  })
})
