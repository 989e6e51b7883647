import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PersonId } from '#domain/lib/ids.ts'
import type { SupplyEventsAnswer } from '#domain/protocol/supply.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { exportOf, importInto, listIn } from '../testing/exports.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addMedication, doseBody, type Json, send, supplyBody } from '../testing/writes.ts'
import { suppliesOf } from './supplies.ts'

let server: TestApp
let ada: Person
let bob: Person
let medicationId: string
let number = 0
beforeAll(async () => {
  server = await testApp()
  bob = await asAdult(server, 'bob@example.org')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set('2026-03-02T09:00:00.000Z')
  number += 1
  ada = await asAdult(server, `ada${number}@example.org`)
  medicationId = (await addMedication(ada, { amounts: TABLETS, createdAt: SINCE })).id
})

/** Before today: its doses of the whole day are planned. */
const SINCE = '2026-03-01T00:00:00.000Z'
const TABLETS = { unit: 'tablet', each: '1' }
const record = (body: Json, person = ada, key?: string) => send(person, 'POST', '/api/supply-events', body, key)
const read = async (since = 0, person = ada, query = ''): Promise<SupplyEventsAnswer> =>
  (await person.inject(`/api/supply-events?since=${since}${query}`)).json()
const supplies = async (person = ada): Promise<Json[]> => (await person.inject('/api/supplies')).json()

describe('POST /api/supply-events', () => {
  it('answers 201 with the event and its place in the log, its amount in lowest terms', async () => {
    const body = supplyBody(medicationId, { amount: '3/2', expiresOn: '2027-01-31', note: 'From the clinic' })
    const answer = await record(body)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      ...body,
      amount: '1.5',
      undoes: null,
      seq: Number(answer.headers['dosewell-seq']),
      receivedAt: '2026-03-02T09:00:00.000Z',
    })
    expect((await read()).events).toEqual([answer.json()])
  })

  it('S2.2 is one write, however often it is sent, and under whichever key', async () => {
    const body = supplyBody(medicationId)
    const key = randomUUID()
    const first = await record(body, ada, key)
    for (const again of [await record(body, ada, key), await record(body), await record(body, ada, randomUUID())])
      expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect((await read()).events).toHaveLength(1)
  })

  it('refuses an id that has other content, or is somebody else’s', async () => {
    const body = supplyBody(medicationId)
    await record(body)
    const bobs = await addMedication(bob, { amounts: TABLETS })
    for (const answer of [
      await record({ ...body, amount: '30' }),
      await record({ ...body, medicationId: bobs.id }, bob),
    ])
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'id_conflict'])
  })

  it('answers 410 for a deleted medication, 404 for one that never was or is somebody else’s', async () => {
    const gone = await addMedication(ada, { amounts: TABLETS })
    await send(ada, 'DELETE', `/api/medications/${gone.id}`)
    const answer = await record(supplyBody(gone.id))
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'medication_gone'])
    const bobs = await addMedication(bob, { amounts: TABLETS })
    for (const id of [randomUUID(), bobs.id]) expect((await record(supplyBody(id))).statusCode).toBe(404)
  })

  it('answers 422 for a medication that counts nothing, and names the field', async () => {
    const { id } = await addMedication(ada)
    const answer = await record(supplyBody(id))
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ field: 'amounts.unit', error: expect.stringContaining('how much a dose is') }),
    ])
  })

  it('counts a taper whose steps have amounts of their own', async () => {
    const step = { days: 5, schedule: { kind: 'daily' }, reminderTimes: ['08:00'], amounts: TABLETS }
    const schedule = { kind: 'phases', steps: [step] }
    const { id } = await addMedication(ada, { schedule, reminderTimes: [], startDate: '2026-03-02' })
    expect((await record(supplyBody(id))).statusCode).toBe(201)
  })

  it('takes an undo of an event of the same medication, and of nothing else', async () => {
    const added = supplyBody(medicationId)
    await record(added)
    const undo = (fields: Json) => supplyBody(medicationId, { kind: 'undone', amount: null, ...fields })
    const other = await addMedication(ada, { amounts: TABLETS })
    const undone = undo({ undoes: added.id })
    const statuses = []
    for (const body of [
      undone,
      undo({ undoes: randomUUID() }),
      undo({ undoes: added.id, medicationId: other.id }),
      undo({ undoes: undone.id }),
    ])
      statuses.push((await record(body)).statusCode)
    expect(statuses).toEqual([201, 404, 409, 422])
  })

  it.each([
    ['an amount of four places', { amount: '0.1234' }],
    ['an amount that is a number', { amount: 28 }],
    ['a pack of nothing', { amount: '0' }],
    ['no amount', { amount: null }],
    ['an undo of nothing', { kind: 'undone', amount: null }],
    ['an unknown field', { colour: 'red' }],
    ['a pack that expires in the year 9999', { expiresOn: '9999-12-31' }],
  ])('refuses %s with 400', async (_what, fields) => {
    expect((await record(supplyBody(medicationId, fields))).statusCode).toBe(400)
  })

  it('goes into a batch with the medication and the doses before and after it', async () => {
    const { id } = await addMedication(ada, { amounts: TABLETS })
    const calls = [
      { path: '/api/supply-events', body: supplyBody(id) },
      { path: '/api/doses', body: doseBody(id) },
      { path: '/api/supply-events', body: supplyBody(id, { amount: '2' }) },
    ].map((call) => ({ key: randomUUID(), method: 'POST', ...call }))
    const { results } = (await send(ada, 'POST', '/api/batch', { calls })).json()
    const first = results[0].seq
    expect(results.map(({ status, seq }: Json) => [status, seq])).toEqual([
      [201, first],
      [201, first + 1],
      [201, first + 2],
    ])
  })
})

describe('GET /api/supply-events', () => {
  it('S13.1 pages through every event once, in the order of commits, among doses', async () => {
    const sent: unknown[] = []
    for (let count = 0; count < 5; count += 1) {
      const body = supplyBody(medicationId)
      await record(body)
      await send(ada, 'POST', '/api/doses', doseBody(medicationId))
      sent.push(body.id)
    }
    for (const limit of [1, 2, 5, 2000]) {
      const seen: unknown[] = []
      for (let since = 0, more = true; more; ) {
        const page = await read(since, ada, `&limit=${limit}`)
        seen.push(...page.events.map(({ id }) => id))
        since = page.cursor
        more = page.more
      }
      expect(seen).toEqual(sent)
    }
    const { cursor } = await read()
    expect(await read(cursor)).toEqual({ events: [], cursor, more: false })
  })

  it('S3.4 has nothing of a deleted medication, and its cursor goes past it', async () => {
    const { seq } = (await record(supplyBody(medicationId))).json()
    await send(ada, 'DELETE', `/api/medications/${medicationId}`)
    expect(await read()).toEqual({ events: [], cursor: seq, more: false })
    expect(await read(0, bob)).toMatchObject({ events: [] })
  })

  it('S11.3 a cursor ahead of the account begins a new epoch, and one no account can have is refused', async () => {
    expect((await ada.inject('/api/supply-events?since=999999')).json().code).toBe('new_epoch')
    expect((await ada.inject(`/api/supply-events?since=${Number.MAX_SAFE_INTEGER}`)).statusCode).toBe(400)
  })
})

describe('GET /api/supplies', () => {
  it('says what is left and when it runs out in the plan zone, by walking the plan', async () => {
    // Sydney is 11 hours ahead: it is eight in the evening of March 2.
    await record(supplyBody(medicationId, { amount: '5', at: '2026-03-02T01:00:00.000Z' }))
    await send(ada, 'POST', '/api/doses', doseBody(medicationId, { slot: '2026-03-02 20:00' }))
    expect(await supplies()).toEqual([
      {
        medicationId,
        unit: 'tablet',
        onHand: '4',
        excess: '0',
        // 8:00 of today was missed and could still be taken; two a day after that.
        runsOutOn: '2026-03-04',
        isEstimate: false,
        daysLeft: 2,
        bookBy: null,
      },
    ])
  })

  it('takes away the amount that was planned, and what was really taken where that was logged', async () => {
    const amounts = { ...TABLETS, byTime: { '20:00': '2' } }
    const { id } = await addMedication(ada, { amounts })
    server.clock.set('2026-03-04T09:00:00.000Z')
    await record(supplyBody(id, { amount: '20', at: '2026-03-01T01:00:00.000Z' }))
    const doses = [
      { slot: '2026-03-03 20:00' },
      { slot: '2026-03-04 08:00' },
      { slot: '2026-03-04 20:00', amount: 0.5, unit: 'tablet' },
      {},
    ]
    for (const dose of doses) await send(ada, 'POST', '/api/doses', doseBody(id, dose))
    // 2, 1, ½, and for the dose without a slot 1.
    expect((await supplies()).find(({ medicationId }) => medicationId === id)).toMatchObject({ onHand: '15.5' })
  })

  it('names what was logged beyond what was there', async () => {
    await record(supplyBody(medicationId, { kind: 'counted', amount: '1' }))
    for (const slot of ['2026-03-02 20:00', '2026-03-03 08:00', '2026-03-03 20:00'])
      await send(ada, 'POST', '/api/doses', doseBody(medicationId, { slot }))
    expect(await supplies()).toMatchObject([{ onHand: '0', excess: '2', runsOutOn: '2026-03-02', daysLeft: 0 }])
  })

  it('S13.2 an undone dose is there again, and an undone pack is gone', async () => {
    const pack = supplyBody(medicationId)
    const dose = doseBody(medicationId)
    await record(pack)
    await record(supplyBody(medicationId, { amount: '10' }))
    await send(ada, 'POST', '/api/doses', dose)
    expect(await supplies()).toMatchObject([{ onHand: '37' }])
    await send(ada, 'POST', '/api/doses', doseBody(medicationId, { kind: 'undone', undoes: dose.id }))
    await record(supplyBody(medicationId, { kind: 'undone', amount: null, undoes: pack.id }))
    expect(await supplies()).toMatchObject([{ onHand: '10' }])
  })

  it('estimates what is taken only when needed by the last 28 days', async () => {
    const { id } = await addMedication(ada, { schedule: { kind: 'as-needed' }, reminderTimes: [], amounts: TABLETS })
    await record(supplyBody(id, { kind: 'counted', amount: '6', at: '2026-02-01T00:00:00.000Z' }))
    const of = async () => (await supplies()).find(({ medicationId }) => medicationId === id)
    for (const day of ['20', '24']) {
      await send(ada, 'POST', '/api/doses', doseBody(id, { at: `2026-02-${day}T08:00:00.000Z` }))
    }
    expect(await of()).toMatchObject({ onHand: '4', runsOutOn: null, isEstimate: false })
    await send(ada, 'POST', '/api/doses', doseBody(id, { at: '2026-03-01T08:00:00.000Z' }))
    // Three in 28 days, and three left.
    expect(await of()).toMatchObject({ onHand: '3', runsOutOn: '2026-03-30', isEstimate: true, daysLeft: 28 })
  })

  it('says by when to book, once there are no repeats left', async () => {
    const edit = (supply: Json | null) => send(ada, 'PATCH', `/api/medications/${medicationId}`, { supply })
    await record(supplyBody(medicationId, { amount: '20', at: '2026-03-02T08:59:00.000Z' }))
    await edit({ warnDays: 5, repeatsLeft: 1, leadDays: 3 })
    expect(await supplies()).toMatchObject([{ runsOutOn: '2026-03-12', bookBy: null }])
    await edit({ warnDays: 5, repeatsLeft: 0, leadDays: 3 })
    // The last dose is on March 11; the day before, less three.
    expect(await supplies()).toMatchObject([{ runsOutOn: '2026-03-12', bookBy: '2026-03-07' }])
  })

  it('lists what nobody counted only if something was said about its supply', async () => {
    expect(await supplies()).toEqual([])
    await send(ada, 'PATCH', `/api/medications/${medicationId}`, { supply: { prescriber: 'Dr. Lee' } })
    expect(await supplies()).toMatchObject([{ onHand: null, runsOutOn: null, daysLeft: null }])
  })
})

describe('the supply of a medication', () => {
  const patch = async (body: Json) => (await send(ada, 'PATCH', `/api/medications/${medicationId}`, body)).json()

  it('is stored as said, with what applies otherwise', async () => {
    const supply = { warnDays: 10, repeatsLeft: 3, scriptExpiresOn: '2026-09-01', prescriber: 'Dr. Lee' }
    const whole = { ...supply, packExpiresOn: null, leadDays: 0 }
    expect((await patch({ supply })).supply).toEqual(whole)
    expect((await addMedication(ada, { supply })).supply).toEqual(whole)
  })

  it('stays under an edit by a client that does not know it, and goes when it is taken away', async () => {
    await patch({ supply: { repeatsLeft: 2 } })
    expect((await patch({ instructions: 'With water' })).supply).toMatchObject({ repeatsLeft: 2 })
    expect((await patch({ supply: null })).supply).toBeNull()
  })

  it('is absent where nothing was ever said', async () => {
    expect(await patch({ instructions: 'With water' })).not.toHaveProperty('supply')
  })

  it.each([
    ['warnDays', 0],
    ['warnDays', 61],
    ['repeatsLeft', 100],
    ['repeatsLeft', 1.5],
    ['leadDays', 61],
    ['scriptExpiresOn', '2026-02-30'],
    ['packExpiresOn', '9999-12-31'],
    ['prescriber', 'x'.repeat(201)],
  ])('refuses %s %s', async (field, value) => {
    const answer = await send(ada, 'PATCH', `/api/medications/${medicationId}`, { supply: { [field]: value } })
    expect([answer.statusCode, answer.json().field]).toEqual([400, `supply.${field}`])
  })
})

it('an export holds it all, and an import brings it to another account, once', async () => {
  const pack = supplyBody(medicationId)
  await record(pack)
  await record(supplyBody(medicationId, { kind: 'undone', amount: null, undoes: pack.id }))
  await record(supplyBody(medicationId, { kind: 'counted', amount: '12' }))
  await send(ada, 'PATCH', `/api/medications/${medicationId}`, { supply: { repeatsLeft: 2 } })
  const exported = await exportOf(ada)
  expect(listIn(exported, 'supply')).toEqual((await read()).events)
  const eve = await asAdult(server, `eve${number}@example.org`)
  for (const [added, there] of [
    [3, 0],
    [0, 3],
  ]) {
    const answer = await importInto(eve, exported)
    expect([answer.statusCode, answer.json().supply]).toEqual([200, { inFile: 3, added, there }])
  }
  expect((await read(0, eve)).events.map(({ kind }) => kind)).toEqual(['added', 'undone', 'counted'])
  expect(await supplies(eve)).toMatchObject([{ onHand: '12' }])
})

it('reads the logs of all medicines at once, however many of a chain follow it', async () => {
  const ids = [medicationId]
  for (let link = 1; link <= 8; link += 1) {
    const schedule = { kind: 'after-dose', medicationId: ids[0], minutes: 1 }
    ids.unshift((await addMedication(ada, { amounts: TABLETS, schedule, reminderTimes: [] })).id)
  }
  for (const id of ids) await record(supplyBody(id, { kind: 'counted', amount: '0' }))
  let reads = 0
  const counting = new Proxy(server.db, {
    get(target, key) {
      if (key === 'select') reads += 1
      return Reflect.get(target, key)
    },
  })
  const answers = await suppliesOf(counting, { id: ada.user.id as string as PersonId, zone: 'UTC' }, server.clock.now())
  // Nothing is there for today's doses, which all follow within minutes.
  expect(answers.map(({ daysLeft }) => daysLeft)).toEqual(ids.map(() => 0))
  // The lists, how long the logs are, the logs, and those of what is followed.
  expect(reads).toBeLessThanOrEqual(5)
})
