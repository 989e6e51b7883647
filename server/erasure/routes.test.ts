import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInDevice } from '#domain/protocol/account.ts'
import type { Erasure } from '../sync/erasure-journal.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { queuedMails } from '../testing/mails.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { subscriptionBody } from '../testing/push.ts'
import * as schema from '../testing/tables.ts'
import { addMedication, doseBody, medicationBody, send } from '../testing/writes.ts'
import { missingErasures } from './missing-erasures.ts'

const HOUR = 3_600_000
const EMAIL = 'ada@example.org'

let server: TestApp
let phone: Person
let tablet: Person
beforeEach(async () => {
  server = await testApp()
  phone = await asAdult(server, EMAIL)
  server.clock.advance(2 * HOUR)
  tablet = await signIn(server, EMAIL)
  server.erasures.length = 0
})
afterEach(() => server.close())

const devicesOf = async (person: Person): Promise<SignedInDevice[]> =>
  (await person.inject('/api/user/sessions')).json().devices
const idOf = async (person: Person): Promise<string> =>
  String((await devicesOf(person)).find(({ isThisOne }) => isThisOne)?.id)
const signOut = async (asker: Person, id: string): Promise<number> =>
  (await asker.inject({ method: 'DELETE', url: `/api/user/sessions/${id}` })).statusCode
const isSignedIn = async (person: Person): Promise<boolean> =>
  (await person.inject('/api/auth/user')).statusCode === 200
const subscribe = (person: Person) =>
  person.inject({ method: 'PUT', url: '/api/push/subscription', payload: subscriptionBody() })
const subscriptions = () => server.db.$count(schema.pushSubscriptions)

describe('the devices that are signed in', () => {
  it('are told with the one that asks, the one seen last first, and nothing that signs in', async () => {
    const devices = await devicesOf(tablet)
    expect(devices.map(({ isThisOne }) => isThisOne)).toEqual([true, false])
    expect(Object.keys(devices[0] ?? {}).sort()).toEqual(
      ['deviceName', 'id', 'isThisOne', 'lastSeenAt', 'signedInAt'].sort(),
    )
  })

  it('leave the list when they are signed out or have lapsed', async () => {
    await tablet.inject({ url: '/api/logout', headers: { 'sec-fetch-site': 'same-origin' } })
    expect(await devicesOf(phone)).toHaveLength(1)
    const third = await signIn(server, EMAIL)
    await server.db
      .update(schema.sessions)
      .set({ expiresAt: new Date(server.clock.now()) })
      .where(eq(schema.sessions.id, await idOf(third)))
    expect(await devicesOf(phone)).toHaveLength(1)
  })

  it('one is signed out from another, with its reminders, and a restore does not sign it in again', async () => {
    await subscribe(tablet)
    const id = await idOf(tablet)
    expect(await signOut(phone, id)).toBe(204)
    expect(await isSignedIn(tablet)).toBe(false)
    expect(await isSignedIn(phone)).toBe(true)
    expect(await subscriptions()).toBe(0)
    expect(server.erasures).toContainEqual(expect.objectContaining({ kind: 'session', id }))
    expect(await signOut(phone, id)).toBe(404)
  })

  it('one of somebody else is not there', async () => {
    const bob = await asAdult(server, 'bob@example.org')
    expect(await signOut(bob, await idOf(phone))).toBe(404)
    expect(await signOut(bob, 'no-id')).toBe(404)
    expect(await isSignedIn(phone)).toBe(true)
  })

  it('all others are signed out at once, nobody else', async () => {
    const bob = await asAdult(server, 'bob@example.org')
    const third = await signIn(server, EMAIL)
    const answer = await phone.inject({ method: 'DELETE', url: '/api/user/sessions' })
    expect(answer.statusCode).toBe(204)
    expect(await Promise.all([phone, tablet, third, bob].map(isSignedIn))).toEqual([true, false, false, true])
  })
})

describe('deleting the account', () => {
  const remove = (person: Person, email: string) => send(person, 'DELETE', '/api/user/account', { email })

  it('takes everything of the person at once, and nothing of others', async () => {
    const bob = await asAdult(server, 'bob@example.org')
    const bobs = await addMedication(bob)
    const { id } = await addMedication(phone)
    await send(phone, 'POST', '/api/doses', doseBody(id))
    await subscribe(tablet)
    expect((await remove(phone, ` ${EMAIL.toUpperCase()} `)).statusCode).toBe(204)
    for (const table of Object.values(schema)) {
      if (!('userId' in table) || table === schema.sessions) continue
      const left = await server.db.$count(table, eq(table.userId, phone.user.id))
      expect([table, left]).toEqual([table, 0])
    }
    expect(await server.db.$count(schema.users, eq(schema.users.id, phone.user.id))).toBe(0)
    expect((await bob.inject('/api/medications')).json()).toMatchObject([{ id: bobs.id }])
  })

  it('every device of it hears 410, also when it asks again for the deletion', async () => {
    await remove(phone, EMAIL)
    for (const device of [phone, tablet]) {
      const answer = await device.inject('/api/medications')
      expect([answer.statusCode, answer.json().code]).toEqual([410, 'account_gone'])
    }
    expect((await remove(phone, EMAIL)).statusCode).toBe(410)
  })

  it('S11.8 is in the journal before the answer', async () => {
    await remove(phone, EMAIL)
    const at = new Date(server.clock.now()).toISOString()
    expect(server.erasures).toEqual([{ kind: 'account', user: phone.user.id, at }])
  })

  it('S11.8 is found missing in the journal when the server ended before it was written', async () => {
    await remove(phone, EMAIL)
    const [erasure] = server.erasures
    const missing = (known: Erasure[]) => missingErasures(server.db, known, server.clock.now())
    expect(await missing([])).toContainEqual(erasure)
    expect(await missing(server.erasures)).toEqual([])
  })

  it.each(['', 'bob@example.org', 'ada@example.or'])('does not happen when “%s” is typed', async (typed) => {
    const answer = await remove(phone, typed)
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'email'])
    expect(await isSignedIn(phone)).toBe(true)
    expect(server.erasures).toEqual([])
  })

  it('is confirmed by mail to the address', async () => {
    await remove(phone, EMAIL)
    expect((await queuedMails(server.db)).at(-1)).toMatchObject({
      to: EMAIL,
      subject: 'Your Dosewell account is deleted',
    })
  })

  it('the address can sign up again, as somebody new and without a second trial', async () => {
    await remove(phone, EMAIL)
    const again = await asAdult(server, EMAIL)
    expect(again.user.id).not.toBe(phone.user.id)
    expect(again.user).toMatchObject({
      hasUsedTrial: true,
      subscriptionPlan: 'free',
      subscriptionStatus: null,
    })
    expect((await again.inject('/api/medications')).json()).toEqual([])
  })

  it('a write that was on its way leaves nothing behind', async () => {
    await addMedication(phone)
    const [, ...late] = await Promise.all([
      remove(phone, EMAIL),
      ...Array.from({ length: 8 }, () => send(tablet, 'POST', '/api/medications', medicationBody())),
    ])
    expect(late.map(({ statusCode }) => statusCode).filter((status) => status !== 201 && status !== 410)).toEqual([])
    const { medications } = schema
    expect(await server.db.$count(medications, eq(medications.userId, phone.user.id))).toBe(0)
  })
})
