import { randomUUID } from 'node:crypto'
import { NodePgSession } from 'drizzle-orm/node-postgres'
import { PgliteSession } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { doseEventSchema } from '#domain/records/dose-event.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { takenBefore } from '../doses/taken-before.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { exportOf, listIn } from '../testing/exports.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addPerson, on, share } from '../testing/people-of.ts'
import { addMedication, doseBody, type Json, readLog, send, supplyBody } from '../testing/writes.ts'

let server: TestApp
let ada: Person
let bob: Person
let mia: ListedPerson
let medicationId: string
beforeAll(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  await send(ada, 'PATCH', '/api/user/profile', { firstName: 'Ada', lastName: 'Byron' })
  bob = await asAdult(server, 'bob@example.org')
  mia = await addPerson(ada)
  await share(ada, mia, bob, 'help')
  medicationId = (await addMedication(on(ada, mia), { amounts: { unit: 'tablet', each: '1' } })).id
})
afterAll(() => server.close())

const log = (account: Person, fields: Json = {}) =>
  send(account, 'POST', '/api/doses', doseBody(medicationId, fields as never))
const batch = async (account: Person, bodies: Json[], more: Json = {}) => {
  const calls = bodies.map((body) => ({ key: randomUUID(), method: 'POST', path: '/api/doses', body, ...more }))
  const { results } = (await send(account, 'POST', '/api/batch', { calls })).json()
  return results.map(({ body }: { body: Json }) => body)
}

describe('who made an entry for somebody', () => {
  const byAda = () => ({ id: ada.user.id, name: 'Ada Byron' })
  const byBob = () => ({ id: bob.user.id, name: 'bob' })

  it('S14.6 is in it for whoever reads the log, in rows and in columns, alone and from a batch', async () => {
    expect((await log(on(bob, mia))).json()).toMatchObject({ by: byBob() })
    expect((await log(on(ada, mia))).json()).toMatchObject({ by: byAda() })
    const many = await batch(on(bob, mia), [doseBody(medicationId), doseBody(medicationId)])
    expect(many).toMatchObject([{ by: byBob() }, { by: byBob() }])
    const rows = await readLog(on(ada, mia))
    expect(rows.map(({ by }) => by)).toEqual([byBob(), byAda(), byBob(), byBob()])
    const { columns } = (await on(ada, mia).inject('/api/doses?form=columns')).json()
    expect(columns.deeds).toMatchObject([{ by: byBob() }, { by: byAda() }])
  })

  it('is in entries about supply', async () => {
    await send(on(bob, mia), 'POST', '/api/supply-events', supplyBody(medicationId))
    const { events } = (await on(ada, mia).inject('/api/supply-events')).json()
    expect(events).toMatchObject([{ by: byBob() }])
  })

  it('is not said by whoever sends it', async () => {
    const claimed = await log(on(bob, mia), { by: byAda() })
    expect([claimed.statusCode, claimed.json().code]).toEqual([400, 'invalid'])
  })

  it('is not in one’s own log, and is in it once another helps', async () => {
    const { id } = await addMedication(ada)
    await send(ada, 'POST', '/api/doses', doseBody(id))
    await share(ada, ada.user, bob, 'help')
    await send(on(bob, ada.user), 'POST', '/api/doses', doseBody(id))
    expect((await readLog(ada)).map(({ by }) => by)).toEqual([undefined, byBob()])
  })

  it('is not said of an entry that is replayed: whoever replays it need not have made it', async () => {
    const [replayed] = await batch(on(bob, mia), [doseBody(medicationId)], { originalSeq: 7 })
    expect(replayed).not.toHaveProperty('by')
  })

  it('stays as an id without a name when the helper’s account is deleted', async () => {
    const gone = await asAdult(server, 'gone@example.org')
    await share(ada, mia, gone, 'help')
    const { id } = (await log(on(gone, mia))).json()
    await gone.inject({ method: 'DELETE', url: '/api/user/account', payload: { email: gone.email } })
    const event = (await readLog(on(ada, mia))).find((one) => one.id === id)
    expect(event?.by).toEqual({ id: gone.user.id, name: '' })
  })

  it('does not keep an export from being read', async () => {
    const [, dose] = listIn(await exportOf(ada), 'doses') as Json[]
    expect(dose).toMatchObject({ by: { name: 'bob' } })
  })
})

describe('a second "taken" of a slot', () => {
  const slot = (date: string) => ({ slot: `${date} 20:00` })

  it('S14.7 answers with the first one’s event as well, and both stay in the log', async () => {
    const first = (await log(on(bob, mia), slot('2026-03-02'))).json()
    expect(first).not.toHaveProperty('first')
    const second = (await log(on(ada, mia), slot('2026-03-02'))).json()
    expect(second).toMatchObject({ by: { name: 'Ada Byron' }, first })
    const ids = (await readLog(on(ada, mia))).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([first.id, second.id]))
  })

  it('answers so again under the same key, and in a batch', async () => {
    const [key, body] = [randomUUID(), doseBody(medicationId, slot('2026-03-03'))]
    const first = (await log(on(bob, mia), slot('2026-03-03'))).json()
    for (let time = 0; time < 2; time += 1) {
      expect((await send(on(ada, mia), 'POST', '/api/doses', body, key)).json()).toMatchObject({ first })
    }
    const [third, fourth] = await batch(on(ada, mia), [
      doseBody(medicationId, slot('2026-03-03')),
      doseBody(medicationId, slot('2026-03-04')),
    ])
    expect(third).toMatchObject({ first })
    expect(fourth).not.toHaveProperty('first')
  })

  it('is known within one batch, and not after an undo', async () => {
    const [one, two, three] = [1, 2, 3].map(() => doseBody(medicationId, slot('2026-03-05')))
    const undo = doseBody(medicationId, { kind: 'undone', undoes: one?.id })
    const answers = await batch(on(ada, mia), [one, two, undo, three] as Json[])
    expect(answers.map((answer: { first?: Json }) => answer.first?.id)).toEqual([
      undefined,
      one?.id,
      undefined,
      two?.id,
    ])
    const undoTwo = doseBody(medicationId, { kind: 'undone', undoes: two?.id })
    const undoThree = doseBody(medicationId, { kind: 'undone', undoes: three?.id })
    await batch(on(ada, mia), [undoTwo, undoThree])
    expect((await log(on(bob, mia), slot('2026-03-05'))).json()).not.toHaveProperty('first')
  })

  it('R1.4 is known under the name that it has in another plan zone, by its planned instant', async () => {
    const zoned = (slot: string, plannedAt: string): Json => {
      const { snapshot, ...body } = doseBody(medicationId, { slot })
      return { ...body, snapshot: { ...(snapshot as Json), plannedAt } }
    }
    const post = (account: Person, body: Json) => send(on(account, mia), 'POST', '/api/doses', body)
    const sydney = zoned('2026-03-07 08:40', '2026-03-06T21:40:00.000Z')
    const first = (await post(bob, sydney)).json()
    const honolulu = zoned('2026-03-06 11:40', '2026-03-06T21:40:00.000Z')
    const second = (await post(ada, honolulu)).json()
    expect(second).toMatchObject({ first })
    expect((await post(ada, zoned('2026-03-06 11:41', '2026-03-06T21:41:00.000Z'))).json()).not.toHaveProperty('first')
    const undo = doseBody(medicationId, { slot: '2026-03-07 08:40', kind: 'undone', undoes: first.id })
    const perth = zoned('2026-03-07 05:40', '2026-03-06T21:40:00.000Z')
    const [, third] = await batch(on(ada, mia), [undo, perth])
    expect(third).toMatchObject({ first: { id: second.id } })
  })

  it('R1.4 is asked of the database in the same statements for one planned instant and for many', async () => {
    const queries: string[] = []
    const sessions = [NodePgSession.prototype, PgliteSession.prototype]
    const spies = sessions.map((session) => vi.spyOn(session, 'prepareQuery'))
    const ask = async (count: number) => {
      const bodies = Array.from({ length: count }, (_, minute) => {
        const { snapshot, ...body } = doseBody(medicationId, { slot: `2026-03-08 08:${10 + minute}` })
        const plannedAt = `2026-03-07T21:${10 + minute}:00.000Z`
        return doseEventSchema.parse({ ...body, snapshot: { ...(snapshot as Json), plannedAt } })
      })
      for (const spy of spies) spy.mockClear()
      await takenBefore(server.db, mia.id, bodies)
      queries.push(spies.flatMap(({ mock }) => mock.calls.map(([{ sql }]) => sql)).join())
    }
    await ask(1)
    await ask(20)
    for (const spy of spies) spy.mockRestore()
    expect(queries[0]).toContain('planned_at')
    expect(queries[1]).toBe(queries[0])
  })
})
