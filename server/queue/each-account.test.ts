import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import { eraseRefused } from '../erasure/consent-erasure.ts'
import { moveDuePlans } from '../plans/due-plans.ts'
import { systemRandom } from '../platform/clock.ts'
import { warnOfSilence } from '../reminders/silent-devices.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { queuedMails } from '../testing/mails.ts'
import { askParent, asMinor, mailedToken, press } from '../testing/minors.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { subscribe } from '../testing/reminders.ts'
import { pushSends, setAsides, users } from '../testing/tables.ts'
import { addMedication } from '../testing/writes.ts'
import type { Fault } from './set-aside.ts'

let server: TestApp
let faults: Fault[]
const onSetAside = (fault: Fault) => void faults.push(fault)
beforeEach(async () => {
  server = await testApp({ environment: { PUBLIC_URL: 'https://dosewell.example' } })
  faults = []
})
afterEach(() => server.close())

const spoil = (person: Person, fields: object) =>
  server.db.update(users).set(fields).where(eq(users.id, person.user.id))

/**
 * Runs a job that fails for one account. Checks that it does its work for the others, reports the failure at the end,
 * leaves the account alone for a minute, and does its work once the account is repaired.
 */
async function keepsNobodyElse(job: () => Promise<void>, broken: Person, repaired: object): Promise<void> {
  await expect(job()).rejects.toThrow('1 accounts were set aside')
  expect(faults.map(({ userId }) => userId)).toEqual([broken.user.id])
  await job()
  expect(await server.db.select().from(setAsides)).toMatchObject([{ userId: broken.user.id, attempts: 1 }])
  server.clock.advance(MINUTE)
  await expect(job()).rejects.toThrow('1 accounts were set aside')
  await spoil(broken, repaired)
  server.clock.advance(2 * MINUTE)
  await job()
  expect(await server.db.select().from(setAsides)).toEqual([])
}

it('R8.5 a plan that cannot be moved keeps no other', async () => {
  const [ann, bob] = [await asAdult(server, 'ann@example.org'), await asAdult(server, 'bob@example.org')]
  const [row] = await server.db.select().from(users).where(eq(users.id, ann.user.id))
  server.clock.advance(20 * DAY)
  await spoil(ann, { planState: sql`'{"payments": 7}'::jsonb` })
  const job = () => moveDuePlans({ ...server, onSetAside })
  await keepsNobodyElse(job, ann, { planState: row?.planState })
  const rows = await server.db.select().from(users)
  expect(rows.map(({ id, subscriptionStatus }) => [id, subscriptionStatus])).toEqual(
    expect.arrayContaining([
      [ann.user.id, 'expired'],
      [bob.user.id, 'expired'],
    ]),
  )
})

it('R8.5 somebody who cannot be written to keeps nobody else from the mail about silent devices', async () => {
  const people: Person[] = []
  for (const name of ['ann', 'bob']) {
    const person = await asAdult(server, `${name}@example.org`)
    await addMedication(person, {})
    await subscribe(server, person.user.id, `phone of ${name}`)
    people.push(person)
  }
  const [ann, bob] = people as [Person, Person]
  server.clock.advance(3 * DAY)
  const at = new Date(server.clock.now() - DAY)
  await server.db.insert(pushSends).values(
    people.map(({ user }) => ({
      ...{ id: user.id, userId: user.id, kind: 'reminder' as const, tag: 'x', slotIds: [], dueAt: at },
      ...{ expiresAt: at, claimedAt: at, outcome: 'delivered' as const },
    })),
  )
  await spoil(ann, { dateOfBirth: 'infinity' })
  const job = () => warnOfSilence({ ...server, random: systemRandom, onSetAside, mailWaits: () => {} })
  await keepsNobodyElse(job, ann, { dateOfBirth: '1980-05-17' })
  expect((await queuedMails(server.db)).map(({ to }) => to)).toEqual([bob.email, ann.email])
})

it('R8.5 an account that cannot be erased keeps no other, and its parent’s no is not forgotten meanwhile', async () => {
  const teens: Person[] = []
  for (const name of ['ann', 'bob']) {
    const teen = await asMinor(server, `${name}@example.org`)
    await askParent(teen, `parent-of-${name}@example.org`)
    await press(server, mailedToken(server, `parent-of-${name}@example.org`), 'decline')
    teens.push(teen)
  }
  const [ann] = teens as [Person, Person]
  const [row] = await server.db.select().from(users).where(eq(users.id, ann.user.id))
  server.clock.advance(100 * DAY)
  await spoil(ann, { dateOfBirth: 'infinity' })
  const journal = { record: async () => {}, hasErased: async () => false }
  const job = () => eraseRefused({ db: server.db, clock: server.clock, journal, onSetAside })
  await keepsNobodyElse(job, ann, { dateOfBirth: row?.dateOfBirth })
  expect(await server.db.select().from(users)).toEqual([])
})
