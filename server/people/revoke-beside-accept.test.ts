// On both databases: locks, and what a condition of an update sees.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedPerson } from '#domain/records/person.ts'
import type { Database } from '../db/database.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { NO_JOURNAL } from '../testing/journal.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { accept, addPerson, offerRole, on } from '../testing/people-of.ts'
import { send } from '../testing/writes.ts'
import { acceptOffer } from './accept.ts'
import { findOffer } from './offers.ts'
import { revokeGrant } from './revoke.ts'

let server: TestApp
let ada: Person
let bob: Person
let mia: ListedPerson
beforeAll(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
  mia = await addPerson(ada)
})
afterAll(() => server.close())

/** The database, on which something else happens before the first transaction: after what was read, before the lock. */
function afterReading(happens: () => Promise<unknown>): Database {
  let isFirst = true
  const transaction: Database['transaction'] = async (work) => {
    if (isFirst) {
      isFirst = false
      await happens()
    }
    return server.db.transaction(work)
  }
  return new Proxy(server.db, {
    get: (db, name) => (name === 'transaction' ? transaction : Reflect.get(db, name, db)),
  })
}

const seen = async () => (await on(bob, mia).inject('/api/medications')).json().code
const commits = async () => Number((await bob.inject('/api/doses')).headers['dosewell-seq'])
const listed = async () => (await ada.inject(`/api/people/${mia.id}/grants`)).json()

describe('an invitation that is accepted and revoked at the same time', () => {
  it('S14.5 is over, and the helper hears of it, when it is accepted while it is being revoked', async () => {
    const { id, token } = await offerRole(ada, mia, 'help')
    const before = await commits()
    const told: unknown[] = []
    const changeNotifications = { ...server.changeNotifications, publish: (notice: unknown) => void told.push(notice) }
    const db = afterReading(async () => expect((await accept(bob, token)).statusCode).toBe(200))
    const { clock, facts } = server
    await revokeGrant({ db, clock, facts, changeNotifications, journal: NO_JOURNAL }, ada.user.id, id)
    expect([await seen(), await listed()]).toEqual(['person_gone', []])
    expect(await commits()).toBe(before + 2)
    expect(told).toContainEqual({ kind: 'access-ended', userId: mia.id, accountId: bob.user.id })
  })

  it('S14.5 lets nobody in when it is revoked while it is being accepted', async () => {
    const { id, token } = await offerRole(ada, mia, 'help')
    const offer = await findOffer(server, token)
    if (!offer) throw new Error('there is no such offer')
    const before = await commits()
    const db = afterReading(() => send(ada, 'DELETE', `/api/grants/${id}`))
    await expect(acceptOffer({ ...server, db }, offer, bob.user)).rejects.toMatchObject({ code: 'not_found' })
    expect([await seen(), await listed(), await commits()]).toEqual(['person_gone', [], before])
  })

  it('S14.5 lets nobody in, whoever of the two is first', async () => {
    for (let n = 0; n < 8; n += 1) {
      const { id, token } = await offerRole(ada, mia, 'help')
      const [revoked, accepted] = await Promise.all([send(ada, 'DELETE', `/api/grants/${id}`), accept(bob, token)])
      expect([revoked.statusCode, [200, 404]]).toEqual([200, expect.arrayContaining([accepted.statusCode])])
      expect([await seen(), await listed()]).toEqual(['person_gone', []])
    }
  })
})
