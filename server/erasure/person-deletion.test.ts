import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq, getTableName, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginEpoch } from '../backup/begin-epoch.ts'
import { deleteAccount } from '../erasure/account-deletion.ts'
import { applyErasures } from '../erasure/erasures.ts'
import { missingErasures } from '../erasure/missing-erasures.ts'
import { PERSONAL } from '../erasure/personal-tables.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { NO_JOURNAL } from '../testing/journal.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addPerson, on, share } from '../testing/people-of.ts'
import { rememberRows } from '../testing/restore.ts'
import { people, personalTokens, users, webhooks } from '../testing/tables.ts'
import { addAppointment, addMedication, doseBody, send, supplyBody } from '../testing/writes.ts'

let server: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  server = await testApp({ environment: { ADMIN_EMAILS: 'admin@example.org' } })
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
})
afterAll(() => server.close())

const peopleOf = async (account: Person) => (await account.inject('/api/people')).json()
const rowsOf = async (id: string): Promise<string[]> => {
  const found: string[] = []
  for (const table of Object.values(PERSONAL)) {
    const rows = await server.db.select().from(table).where(eq(table.userId, id))
    if (rows.length > 0) found.push(getTableName(table))
  }
  return found
}

describe('a deleted person', () => {
  const fill = async (account: Person) => {
    const person = await addPerson(account)
    const { id } = await addMedication(on(account, person), { amounts: { unit: 'tablet', each: '1' } })
    await addAppointment(on(account, person))
    await send(on(account, person), 'POST', '/api/doses', doseBody(id), randomUUID())
    await send(on(account, person), 'POST', '/api/supply-events', supplyBody(id))
    return person
  }

  it('is gone with everything of them, and nothing else is', async () => {
    const [mia, ben] = [await fill(ada), await fill(ada)]
    const kept = await rowsOf(ben.id)
    expect(await rowsOf(mia.id)).toEqual(kept)
    const answer = await send(ada, 'DELETE', `/api/people/${mia.id}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect(await rowsOf(mia.id)).toEqual([])
    expect(await rowsOf(ben.id)).toEqual(kept)
    expect((await peopleOf(ada)).map(({ id }: { id: string }) => id)).not.toContain(mia.id)
    expect((await send(ada, 'DELETE', `/api/people/${mia.id}`)).statusCode).toBe(404)
  })

  it('is never the account’s own', async () => {
    const answer = await send(ada, 'DELETE', `/api/people/${ada.user.id}`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'own_account'])
  })

  it('S11.8 stays gone after a restore, also if the journal missed it', async () => {
    const mia = await fill(ada)
    const putBack = await rememberRows(server.db)
    server.erasures.length = 0
    await send(ada, 'DELETE', `/api/people/${mia.id}`)
    expect(server.erasures).toMatchObject([{ kind: 'person', user: ada.user.id, id: mia.id }])
    expect(await missingErasures(server.db, [], server.clock.now())).toContainEqual(server.erasures[0])
    const erasures = [...server.erasures]
    await putBack()
    expect(await rowsOf(mia.id)).not.toEqual([])
    await applyErasures(server.db, erasures)
    expect(await rowsOf(mia.id)).toEqual([])
    expect((await on(ada, mia).inject('/api/doses')).json().code).toBe('person_gone')
  })

  it.each(['person', 'account'])('S14.5 is gone for their helpers too, who hear of it, with their %s', async (what) => {
    const owner = await asAdult(server, `owner-of-${what}@example.org`)
    const mia = await fill(owner)
    const shared = what === 'person' ? [mia] : [mia, { id: owner.user.id }]
    for (const one of shared) await share(owner, one, bob, 'help')
    const seq = async () => (await bob.inject('/api/doses')).headers['dosewell-seq']
    const before = await seq()
    const url = what === 'person' ? `/api/people/${mia.id}` : '/api/user/account'
    await send(owner, 'DELETE', url, what === 'person' ? undefined : { email: owner.email })
    for (const one of shared) {
      const answer = await on(bob, one).inject('/api/doses')
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'person_gone'])
      expect((await on(ada, one).inject('/api/doses')).json().code).toBe('person_unknown')
    }
    expect(Number(await seq())).toBeGreaterThan(Number(before))
  })

  it.each(['person', 'account'])('is followed no more by other accounts, with their %s', async (what) => {
    const owner = await asAdult(server, `followed-${what}@example.org`)
    const [mia, helper] = [await addPerson(owner), await asAdult(server, `follower-of-${what}@example.org`)]
    const own = { id: owner.user.id }
    for (const one of [mia, own]) await share(owner, one, helper, 'help')
    for (const { id } of [mia, own, helper.user]) {
      for (const follower of id === helper.user.id ? [helper] : [helper, owner]) {
        const webhook = { event: 'doses', url: 'https://hook.example.org/', personId: id }
        expect((await send(follower, 'POST', '/api/user/webhooks', webhook)).statusCode).toBe(201)
        const calendar = { personId: id, wording: 'discreet' }
        expect((await send(follower, 'POST', '/api/user/calendars', calendar)).statusCode).toBe(201)
      }
    }
    const url = what === 'person' ? `/api/people/${mia.id}` : '/api/user/account'
    await send(owner, 'DELETE', url, what === 'person' ? undefined : { email: owner.email })
    const kept = what === 'person' ? [own.id, own.id, helper.user.id] : [helper.user.id]
    const accounts = [owner.user.id, helper.user.id]
    const hooks = await server.db.select().from(webhooks).where(inArray(webhooks.userId, accounts))
    expect(hooks.map(({ personId }) => personId).sort()).toEqual(kept.toSorted())
    const tokens = await server.db.select().from(personalTokens).where(inArray(personalTokens.userId, accounts))
    expect(tokens.flatMap(({ calendarOf }) => calendarOf ?? []).sort()).toEqual(kept.toSorted())
    expect(tokens).toHaveLength(2 * kept.length)
  })

  it('S11.8 is gone for a helper whom a restored database does not know, by what the database told the journal', async () => {
    const mia = await fill(ada)
    const putBack = await rememberRows(server.db)
    await share(ada, mia, bob, 'help')
    await send(ada, 'DELETE', `/api/people/${mia.id}`)
    const erasures = await missingErasures(server.db, [], server.clock.now())
    await putBack()
    expect((await on(bob, mia).inject('/api/doses')).json().code).toBe('person_unknown')
    await applyErasures(server.db, erasures)
    expect((await on(bob, mia).inject('/api/doses')).json().code).toBe('person_gone')
  })

  it.each([
    ['one', '/api/doses'],
    ['several', '/api/batch'],
  ])('S14.5 meanwhile is gone for a helper whose request has %s to log, and is no fault', async (_what, url) => {
    const mia = await addPerson(ada)
    const { id } = await addMedication(on(ada, mia))
    await share(ada, mia, bob, 'help')
    const call = { method: 'POST', path: '/api/doses' }
    const calls = [0, 1].map(() => ({ ...call, key: randomUUID(), body: doseBody(id) }))
    // The body arrives after the gate, and after the deletion.
    const body = async function* () {
      await send(ada, 'DELETE', `/api/people/${mia.id}`)
      yield JSON.stringify(url === '/api/batch' ? { calls } : calls[0]?.body)
    }
    const answer = await on(bob, mia).inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'sec-fetch-site': 'same-origin',
      },
      payload: Readable.from(body()),
    })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'person_gone'])
    expect(answer.headers['dosewell-user']).toBe(mia.id)
    expect(answer.headers).not.toHaveProperty('dosewell-seq')
  })

  it('goes with the account that they belong to', async () => {
    const gone = await asAdult(server, 'gone@example.org')
    const mia = await fill(gone)
    const { db, clock, changeNotifications } = server
    await deleteAccount({ db, clock, changeNotifications, journal: NO_JOURNAL, payments: null }, gone.user.id)
    expect(await rowsOf(mia.id)).toEqual([])
    expect(await server.db.select().from(people).where(eq(people.ownerId, gone.user.id))).toEqual([])
  })
})

describe('somebody without sign-in', () => {
  it('is no account: not in the users, the figures or the search of administrators', async () => {
    const admin = await asAdult(server, 'admin@example.org')
    const before = (await admin.inject('/api/admin/stats')).json()
    const mia = await addPerson(ada, { name: 'Miaquestion' })
    const after = (await admin.inject('/api/admin/stats')).json()
    expect([after.totalUsers, after.freeUsers]).toEqual([before.totalUsers, before.freeUsers])
    expect(JSON.stringify(after)).not.toContain('Miaquestion')
    expect((await admin.inject('/api/admin/users?query=Miaquestion')).json().users).toEqual([])
    expect(await server.db.select().from(users).where(eq(users.id, mia.id))).toEqual([])
  })

  it('S11.2 begins a new epoch with everybody else after a restore, also with nothing written', async () => {
    const mia = await addPerson(bob)
    const { epoch } = await beginEpoch(server.db, { clock: server.clock, random: server.random })
    await server.restart()
    const answer = await on(bob, mia).inject({ url: '/api/doses', headers: { 'dosewell-epoch': server.facts.epoch } })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'new_epoch'])
    expect(answer.headers).toMatchObject({ 'dosewell-epoch': epoch, 'dosewell-restored-seq': '0' })
  })
})
