// On both databases: the gate's statement is kept planned by each connection.
import { PassThrough } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { beginOwnEpoch } from '../sync/epochs.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { sessions, syncState, users } from '../testing/tables.ts'
import { addMedication, doseBody, medicationBody, send } from '../testing/writes.ts'

let server: TestApp
let count = 0
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

/** Somebody whose gate has been passed often enough for its statement to be planned once and for all. */
async function regular(): Promise<Person> {
  const person = await asAdult(server, `regular${++count}@example.org`)
  for (let n = 0; n < 8; n += 1) expect((await person.inject('/api/auth/user')).statusCode).toBe(200)
  return person
}

const isOf = ({ user }: Person) => eq(users.id, user.id)
const self = (person: Person) => person.inject('/api/auth/user')

it('a session that another server ended opens nothing any more', async () => {
  const person = await regular()
  await server.db
    .update(sessions)
    .set({ revokedAt: new Date(0) })
    .where(eq(sessions.userId, person.user.id))
  expect((await self(person)).statusCode).toBe(401)
})

it('of those who ask at the same moment, each is known by their own session', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, regular))
  const ended = people[2] as Person
  await server.db
    .update(sessions)
    .set({ revokedAt: new Date(0) })
    .where(eq(sessions.userId, ended.user.id))
  const answers = await Promise.all([...people, ...people].map(self))
  const expected = people.map((person) => (person === ended ? undefined : person.user.id))
  expect(answers.map((answer) => answer.json().id)).toEqual([...expected, ...expected])
})

it('a session ends at its instant', async () => {
  const person = await regular()
  await server.db
    .update(sessions)
    .set({ expiresAt: new Date(server.clock.now()) })
    .where(eq(sessions.userId, person.user.id))
  expect((await self(person)).statusCode).toBe(401)
})

it('a consent withdrawn on another server counts from the next write on', async () => {
  const person = await regular()
  const { id } = await addMedication(person)
  expect((await send(person, 'POST', '/api/doses', doseBody(id))).statusCode).toBe(201)
  await server.db
    .update(users)
    .set({ dateOfBirth: '2012-01-01', parentalConsentRequired: true, parentalConsentGiven: false })
    .where(isOf(person))
  const answer = await send(person, 'POST', '/api/doses', doseBody(id))
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'consent_required'])
})

it('the answer has the profile as of the sequence it names', async () => {
  const person = await regular()
  await addMedication(person)
  const before = Number((await self(person)).headers['dosewell-seq'])
  await server.db.update(users).set({ firstName: 'Ada' }).where(isOf(person))
  await server.db
    .update(syncState)
    .set({ seq: before + 5 })
    .where(eq(syncState.userId, person.user.id))
  const answer = await self(person)
  expect([answer.json().firstName, Number(answer.headers['dosewell-seq'])]).toEqual(['Ada', before + 5])
})

it('a deleted account is gone', async () => {
  const person = await regular()
  await server.db.delete(users).where(isOf(person))
  expect((await self(person)).statusCode).toBe(410)
})

it('S11.2 an epoch that begins while the body of a write is on its way refuses it', async () => {
  const person = await regular()
  const { id } = await addMedication(person)
  const epoch = String((await self(person)).headers['dosewell-epoch'])
  const body = JSON.stringify(medicationBody())
  const payload = new PassThrough()
  payload.write(body.slice(0, 20))
  const begun = performance.now()
  const answering = person.inject({
    method: 'POST',
    url: '/api/medications',
    payload,
    headers: { 'content-type': 'application/json', 'dosewell-epoch': epoch },
  })
  await until(() => performance.now() - begun > 400)
  await beginOwnEpoch(server.db, person.user.id, 1_000, { clock: server.clock, random: server.random })
  payload.end(body.slice(20))
  const answer = await answering
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'new_epoch'])
  expect((await person.inject('/api/medications')).json()).toMatchObject([{ id }])
})
