import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyErasures } from '../erasure/erasures.ts'
import { missingErasures } from '../erasure/missing-erasures.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asConsentedMinor, askParent, asMinor, mailedToken, press } from '../testing/minors.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { accept, addPerson, offerRole, on, share } from '../testing/people-of.ts'
import { rememberRows } from '../testing/restore.ts'
import { grants, users } from '../testing/tables.ts'
import { addMedication, doseBody, type Json, send } from '../testing/writes.ts'
import { purgeGrants } from './grants.ts'

const DAY = 86_400_000
let server: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  await send(ada, 'PATCH', '/api/user/profile', { firstName: 'Ada', lastName: 'Byron' })
  bob = await asAdult(server, 'bob@example.org')
})
afterAll(() => server.close())

const peopleOf = async (account: Person) => (await account.inject('/api/people')).json()
const offerOf = (tokenOrCode: string) => server.inject(`/api/grants/offers/${tokenOrCode}`)
const seen = async (account: Person, person: { id: string }) => {
  const answer = await on(account, person).inject('/api/medications')
  return answer.statusCode === 200 ? 200 : answer.json().code
}
const revoke = (account: Person, id: string) => send(account, 'DELETE', `/api/grants/${id}`)

describe('an invitation', () => {
  it('says who offers what before it is accepted, by link and by code, and nothing about health', async () => {
    const mia = await addPerson(ada, { name: 'Mia', colour: 'red' })
    await addMedication(on(ada, mia), { name: 'Secretol' })
    const { token, code } = await offerRole(ada, mia, 'help', { email: 'bob@example.org', notifyAfterMinutes: 30 })
    for (const one of [token, code, code.toLowerCase().replace('-', '')]) {
      const answer = await offerOf(one)
      expect(answer.json()).toEqual({
        role: 'help',
        person: { name: 'Mia', colour: 'red' },
        offeredBy: 'Ada Byron',
        offerEndsAt: new Date(server.clock.now() + 7 * DAY).toISOString(),
        expiresAt: null,
        notifyAfterMinutes: 30,
        isForOneAddress: true,
      })
      expect(answer.body).not.toMatch(/Secretol|bob@/)
    }
    const page = await server.inject(`/shared?token=${token}`)
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Ada Byron invites you')])
    expect(page.body).not.toMatch(/Secretol|<script/)
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    expect((await server.inject(`/shared?token=${code}`)).statusCode).toBe(404)
  })

  it('keeps neither token nor code where the database shows them', async () => {
    const { id, token, code } = await offerRole(ada, await addPerson(ada), 'view')
    const [row] = await server.db.select().from(grants).where(eq(grants.id, id))
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    for (const secret of [token, code, code.replace('-', '')]) expect(JSON.stringify(row)).not.toContain(secret)
  })

  it('works once, by link or code, for whoever is first', async () => {
    const mia = await addPerson(ada)
    const eve = await asAdult(server, 'eve@example.org')
    const { token, code } = await offerRole(ada, mia, 'help')
    const answers = await Promise.all([accept(bob, token), accept(eve, code)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    for (const one of [token, code]) {
      expect((await accept(eve, one)).statusCode).toBe(404)
      expect((await offerOf(one)).statusCode).toBe(404)
      expect((await server.inject(`/shared?token=${one}`)).statusCode).toBe(404)
    }
  })

  it('can be accepted for seven days, to the millisecond, and withdrawn before', async () => {
    const mia = await addPerson(ada)
    const first = await offerRole(ada, mia, 'view')
    server.clock.advance(7 * DAY - 1)
    expect((await offerOf(first.token)).statusCode).toBe(200)
    server.clock.advance(1)
    expect((await offerOf(first.token)).statusCode).toBe(404)
    const second = await offerRole(ada, mia, 'view')
    expect((await revoke(bob, second.id)).statusCode).toBe(404)
    expect((await revoke(ada, second.id)).statusCode).toBe(200)
    expect((await accept(bob, second.token)).json().code).toBe('not_found')
  })

  it('for one address is accepted by that account alone', async () => {
    const mia = await addPerson(ada)
    const { token } = await offerRole(ada, mia, 'help', { email: ' Bob@Example.org ' })
    const eve = await asAdult(server, 'eve2@example.org')
    const refused = await accept(eve, token)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden'])
    expect((await accept(bob, token)).json()).toMatchObject({ id: mia.id, role: 'help', sharedBy: 'Ada Byron' })
  })

  it('is not for oneself, nor for somebody without a verified age or consent', async () => {
    const { token } = await offerRole(ada, await addPerson(ada), 'help')
    expect((await accept(ada, token)).json().code).toBe('own_account')
    expect((await accept(await signIn(server, 'ageless@example.org'), token)).json().code).toBe('age_required')
    expect((await accept(await asMinor(server, 'teen@example.org'), token)).json().code).toBe('consent_required')
    const { minor } = await asConsentedMinor(server, 'teen2@example.org')
    expect((await accept(minor, token)).statusCode).toBe(200)
  })

  it.each<[Json, string]>([
    [{ role: 'owner' }, 'role'],
    [{}, 'role'],
    [{ role: 'view', email: 'nobody' }, 'email'],
    [{ role: 'view', email: 'ada@example.org' }, 'email'],
    [{ role: 'view', expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ role: 'view', expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
    [{ role: 'view', expiresAt: '2099-01-01T00:00:00.000Z' }, 'expiresAt'],
    [{ role: 'view', notifyAfterMinutes: 14 }, 'notifyAfterMinutes'],
    [{ role: 'view', notifyAfterMinutes: 241 }, 'notifyAfterMinutes'],
    [{ role: 'view', notifyAfterMinutes: 20.5 }, 'notifyAfterMinutes'],
  ])('is not made of %j: 400 names %s', async (body, field) => {
    const answer = await send(ada, 'POST', `/api/people/${ada.user.id}/grants`, body)
    expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([400, 'invalid', field])
  })

  it('is one of at most twenty for a person', async () => {
    const mia = await addPerson(ada)
    for (let n = 0; n < 20; n += 1) await offerRole(ada, mia, 'view')
    const answer = await send(ada, 'POST', `/api/people/${mia.id}/grants`, { role: 'view' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'limit_reached'])
  })
})

it('codes cannot be tried out: twenty an hour from one network, whatever account', async () => {
  const own = await testApp({ environment: { RATE_LIMIT_SCALE: '1' } })
  try {
    const statuses = []
    for (let n = 0; n < 21; n += 1) statuses.push((await own.inject('/api/grants/offers/ABCD-EFGH')).statusCode)
    expect(statuses).toEqual([...Array(20).fill(404), 429])
    expect((await own.inject(`/api/grants/offers/${'x'.repeat(43)}`)).statusCode).toBe(404)
  } finally {
    await own.close()
  }
})

describe('a grant', () => {
  it('lists the person for the helper, and the helper for the owner alone', async () => {
    const mia = await addPerson(ada, { name: 'Mia', relation: 'daughter' })
    const expiresAt = new Date(server.clock.now() + 30 * DAY).toISOString()
    const id = await share(ada, mia, bob, 'manage', { expiresAt, notifyAfterMinutes: 60 })
    expect(await peopleOf(bob)).toContainEqual({
      ...mia,
      role: 'manage',
      sharedBy: 'Ada Byron',
      grantId: id,
      sharedUntil: expiresAt,
      hasPremium: true,
    })
    const listed = (await ada.inject(`/api/people/${mia.id}/grants`)).json()
    expect(listed).toMatchObject([
      {
        id,
        role: 'manage',
        state: 'live',
        helperName: 'bob@example.org',
        isLink: false,
        expiresAt,
        notifyAfterMinutes: 60,
      },
    ])
    for (const [method, path] of [
      ['GET', 'grants'],
      ['POST', 'grants'],
    ] as const) {
      const answer = await bob.inject({ method, url: `/api/people/${mia.id}/${path}`, payload: { role: 'view' } })
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'role_too_small'])
    }
    expect((await send(bob, 'PATCH', `/api/people/${mia.id}`, { relation: 'niece' })).json()).toMatchObject({
      relation: 'niece',
    })
    expect((await send(bob, 'DELETE', `/api/people/${mia.id}`)).statusCode).toBe(404)
  })

  it('shows the emergency card to every role, and lets it be changed by who manages the person', async () => {
    const emergency = { allergies: 'Nuts', conditions: '', bloodGroup: null, note: '', contacts: [] }
    const owner = await asAdult(server, 'owner-card@example.org')
    const mia = await addPerson(owner, { emergency })
    const shown = async (account: Person, id: string) =>
      (await peopleOf(account)).find((one: { id: string }) => one.id === id)?.emergency
    for (const [role, status] of [
      ['view', 403],
      ['help', 403],
      ['manage', 200],
    ] as const) {
      await share(owner, mia, bob, role)
      expect(await shown(bob, mia.id)).toEqual(emergency)
      const answer = await send(bob, 'PATCH', `/api/people/${mia.id}`, { emergency: { ...emergency, note: role } })
      expect(answer.statusCode).toBe(status)
    }
    expect(await shown(owner, mia.id)).toEqual({ ...emergency, note: 'manage' })
    const stranger = await asAdult(server, 'no-card@example.org')
    expect((await send(stranger, 'PATCH', `/api/people/${mia.id}`, { emergency })).statusCode).toBe(404)

    const cleo = await asAdult(server, 'cleo-card@example.org')
    await share(cleo, cleo.user, bob, 'manage')
    expect((await send(bob, 'PATCH', `/api/people/${cleo.user.id}`, { emergency })).statusCode).toBe(200)
    expect([await shown(bob, cleo.user.id), (await cleo.inject('/api/auth/user')).json().emergency]).toEqual([
      emergency,
      emergency,
    ])
  })

  it('answers an edit with the person as the one who made it sees them', async () => {
    const owner = await asAdult(server, 'owner-seen@example.org')
    const mia = await addPerson(owner, { name: 'Mia' })
    for (const [person, edit] of [
      [mia, { relation: 'niece' }],
      [owner.user, { colour: 'teal' }],
    ] as const) {
      await share(owner, person, bob, 'manage')
      const answer = await send(bob, 'PATCH', `/api/people/${person.id}`, edit)
      const listed = (await peopleOf(bob)).find((one: { id: string }) => one.id === person.id)
      expect([answer.statusCode, answer.json()]).toEqual([200, listed])
      expect(listed).toMatchObject({ isSelf: false, role: 'manage' })
    }
  })

  it('can be for the account’s own person', async () => {
    await addMedication(ada, { name: 'Ownol' })
    await share(ada, ada.user, bob, 'view')
    const answer = await on(bob, ada.user).inject('/api/medications')
    expect(answer.json()).toMatchObject([{ name: 'Ownol' }])
    expect(await peopleOf(bob)).toContainEqual(
      expect.objectContaining({ id: ada.user.id, name: 'Ada Byron', isSelf: false }),
    )
  })

  it('counts among the twenty people whom an account may look after', async () => {
    const helper = await asAdult(server, 'busy@example.org')
    for (let n = 0; n < 18; n += 1) await addPerson(helper, { name: `Person ${n}` })
    const [one, two] = [await addPerson(ada), await addPerson(ada)]
    await share(ada, one, helper, 'view')
    await share(ada, two, helper, 'view')
    const added = await send(helper, 'POST', '/api/people', { name: 'One more' })
    expect([added.statusCode, added.json().code]).toEqual([409, 'limit_reached'])
    const { token } = await offerRole(ada, await addPerson(ada), 'view')
    expect((await accept(helper, token)).json().code).toBe('limit_reached')
    // Another role in somebody who is there already is nobody more.
    await share(ada, one, helper, 'help')
  })

  it('is replaced by a newer one for the same account', async () => {
    const mia = await addPerson(ada)
    await share(ada, mia, bob, 'manage')
    const id = await share(ada, mia, bob, 'view')
    expect((await ada.inject(`/api/people/${mia.id}/grants`)).json()).toMatchObject([{ id, role: 'view' }])
    expect((await send(on(bob, mia), 'POST', '/api/medications', {})).json().code).toBe('role_too_small')
  })

  it.each(['owner', 'helper'])('S14.5 is revoked by the %s at once, without a word to the other', async (who) => {
    const mia = await addPerson(ada)
    const id = await share(ada, mia, bob, 'help')
    expect(await seen(bob, mia)).toBe(200)
    const mails = server.mails.length
    expect((await revoke(who === 'owner' ? ada : bob, id)).json()).toEqual({ success: true })
    expect(await seen(bob, mia)).toBe('person_gone')
    expect((await peopleOf(bob)).map((one: { id: string }) => one.id)).not.toContain(mia.id)
    expect((await ada.inject(`/api/people/${mia.id}/grants`)).json()).toEqual([])
    expect(server.mails).toHaveLength(mails)
    expect((await revoke(ada, id)).statusCode).toBe(404)
  })

  it('S14.4 that allows less refuses each call of a batch by itself', async () => {
    const mia = await addPerson(ada)
    const { id } = await addMedication(on(ada, mia))
    await share(ada, mia, bob, 'help')
    const calls = [
      { key: randomUUID(), method: 'DELETE', path: `/api/medications/${id}` },
      { key: randomUUID(), method: 'POST', path: '/api/doses', body: doseBody(id) },
    ]
    const { results } = (await send(on(bob, mia), 'POST', '/api/batch', { calls })).json()
    expect(results).toMatchObject([{ status: 403, body: { code: 'role_too_small' } }, { status: 201 }])
  })

  it('S14.5 ends by itself', async () => {
    const mia = await addPerson(ada)
    await share(ada, mia, bob, 'view', { expiresAt: new Date(server.clock.now() + DAY).toISOString() })
    server.clock.advance(DAY - 1)
    expect(await seen(bob, mia)).toBe(200)
    server.clock.advance(1)
    expect(await seen(bob, mia)).toBe('person_gone')
  })

  it('S11.8 that was revoked is not brought back by a restore, also if the journal missed it', async () => {
    const mia = await addPerson(ada)
    const id = await share(ada, mia, bob, 'help')
    const putBack = await rememberRows(server.db)
    server.erasures.length = 0
    await revoke(ada, id)
    expect(server.erasures).toMatchObject([{ kind: 'grant', user: mia.id, id }])
    expect(await missingErasures(server.db, [], server.clock.now())).toContainEqual(server.erasures[0])
    await putBack()
    await applyErasures(server.db, [...server.erasures])
    expect(await seen(bob, mia)).toBe('person_gone')
  })

  it('S14.3 that a restored database does not know yet is no end; a revocation in the journal is', async () => {
    const dan = await asAdult(server, 'dan@example.org')
    const mia = await addPerson(dan)
    const putBack = await rememberRows(server.db)
    const id = await share(dan, mia, bob, 'help')
    await putBack()
    expect(await seen(bob, mia)).toBe('person_unknown')
    const again = await share(dan, mia, bob, 'help')
    expect([again === id, await seen(bob, mia)]).toEqual([false, 200])
    server.erasures.length = 0
    await revoke(dan, again)
    await putBack()
    await applyErasures(server.db, [...server.erasures])
    expect(await seen(bob, mia)).toBe('person_gone')
    await share(dan, mia, bob, 'view')
    expect(await seen(bob, mia)).toBe(200)
  })

  it('says whether the account that shares the person has Premium, which is nothing of the helper’s', async () => {
    const premium = async (account: Person, { id }: { id: string }) =>
      (await peopleOf(account)).find((one: { id: string }) => one.id === id)?.hasPremium
    const owner = await asAdult(server, 'premium@example.org')
    const mia = await addPerson(owner)
    await share(owner, mia, bob, 'help')
    expect([await premium(bob, mia), await premium(owner, mia), await premium(bob, bob.user)]).toEqual([
      true,
      null,
      null,
    ])
    await server.db
      .update(users)
      .set({ subscriptionStatus: 'expired', subscriptionPlan: 'free' })
      .where(eq(users.id, owner.user.id))
    expect(await premium(bob, mia)).toBe(false)
  })

  it('S14.8 of a minor shows nothing while a parent does not consent, and is not over', async () => {
    const { minor, token } = await asConsentedMinor(server, 'teen3@example.org')
    await share(minor, minor.user, bob, 'help')
    const listed = async () => (await peopleOf(bob)).find((one: { id: string }) => one.id === minor.user.id)
    expect([await seen(bob, minor.user), await listed()]).toMatchObject([200, { isWithheld: false }])
    await press(server, token, 'withdraw')
    const answer = await on(bob, minor.user).inject('/api/medications')
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'consent_required'])
    // Named as asked, so that a device takes the answer for one about the person; nothing else of them.
    expect(answer.headers).toMatchObject({ 'dosewell-user': minor.user.id, 'dosewell-account': bob.user.id })
    expect(answer.headers).not.toHaveProperty('dosewell-seq')
    expect(await listed()).toMatchObject({ role: 'help', isWithheld: true })
    const edited = await send(bob, 'PATCH', `/api/people/${minor.user.id}`, { colour: 'red' })
    expect(edited.json().code).toBe('consent_required')
    const parent = 'parent-of-teen3@example.org'
    await askParent(minor, parent)
    await press(server, mailedToken(server, parent), 'accept')
    expect([await seen(bob, minor.user), await listed()]).toMatchObject([200, { isWithheld: false }])
  })

  it('goes with the helper’s account', async () => {
    const gone = await asAdult(server, 'gone@example.org')
    const mia = await addPerson(ada)
    await share(ada, mia, gone, 'help')
    await gone.inject({ method: 'DELETE', url: '/api/user/account', payload: { email: gone.email } })
    expect((await ada.inject(`/api/people/${mia.id}/grants`)).json()).toEqual([])
    expect(await server.db.select().from(grants).where(eq(grants.helperId, gone.user.id))).toEqual([])
  })

  it('that is over is forgotten after 90 days, and not before', async () => {
    const mia = await addPerson(ada)
    const live = await share(ada, mia, await asAdult(server, 'zoe@example.org'), 'view')
    const revoked = await share(ada, mia, bob, 'view')
    await revoke(ada, revoked)
    const offered = await offerRole(ada, mia, 'view')
    const ids = async () => {
      const rows = await server.db.select({ id: grants.id }).from(grants).where(eq(grants.userId, mia.id))
      return rows.map(({ id }) => id).sort()
    }
    server.clock.advance(90 * DAY - 1)
    await purgeGrants(server.db, server.clock.now())
    expect(await ids()).toEqual([live, revoked, offered.id].sort())
    server.clock.advance(1)
    await purgeGrants(server.db, server.clock.now())
    expect(await ids()).toEqual([live, offered.id].sort())
    expect(await seen(bob, mia)).toBe('person_gone')
    server.clock.advance(7 * DAY)
    await purgeGrants(server.db, server.clock.now())
    expect(await ids()).toEqual([live])
  })

  it('of others is not there', async () => {
    const id = await share(ada, await addPerson(ada), bob, 'help')
    const eve = await asAdult(server, 'eve3@example.org')
    for (const one of [id, randomUUID(), 'x']) expect((await revoke(eve, one)).statusCode).toBe(404)
  })
})
