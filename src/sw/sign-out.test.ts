import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PersonId, UserId } from '#domain/lib/ids.ts'
import { SYDNEY, sampleId, samplePerson, sampleUser } from '#domain/testing/samples.ts'
import { createDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import {
  beginSignOut,
  isLogoutPending,
  readKnownUser,
  readPendingWipe,
  readSignedOut,
  rememberUser,
  setLogoutPending,
} from '#src/data/device-store.ts'
import { storePeople } from '#src/data/people-store.ts'
import { write } from '#src/data/write.ts'
import { testSource } from '#src/testing/device.ts'
import { answerLogout, type Surroundings } from './sign-out.ts'

const ADA = sampleUser()
const HERE = 'https://dosewell.example'

const pushManager = { getSubscription: async () => null } as unknown as PushManager
const WORKER: Surroundings = {
  location: { origin: HERE },
  navigator: {},
  registration: { getNotifications: async () => [], pushManager },
}

let says: () => Promise<Response>
beforeEach(async () => {
  says = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => says())
  await setLogoutPending(false)
  await rememberUser(ADA)
  const db = createDatabase(ADA.id)
  await db.open()
  db.close()
})
afterEach(() => vi.restoreAllMocks())

const from = (referrer: string, worker = WORKER) =>
  answerLogout({ url: `${HERE}/api/logout`, referrer } as Request, null, worker)

async function expectAllHere(): Promise<void> {
  expect((await readKnownUser())?.id).toBe(ADA.id)
  expect(await isLogoutPending()).toBe(false)
  expect(await Dexie.exists(databaseName(ADA.id))).toBe(true)
}

describe('a navigation to the sign-out', () => {
  it.each([400, 414, 429, 431])('S8.4 wipes nothing when the server answers %i', async (status) => {
    says = async () => new Response('', { status })
    expect((await from('')).status).toBe(status)
    await expectAllHere()
  })

  it.each([
    ['another site', 'https://evil.example/cats'],
    ['a site whose name begins like ours', `${HERE}.evil.example/`],
    ['a page that hides where it is', ''],
  ])('S8.4 without a server asks when %s wishes it, with nothing unsent too', async (_who, referrer) => {
    const answer = await from(referrer)
    const words = await answer.text()
    expect(words).toContain('<h1>Sign out?</h1>')
    expect(words).toContain('href="/api/logout">Sign out</a>')
    expect(answer.headers.get('referrer-policy'), 'the link says where it comes from').toBe('same-origin')
    await expectAllHere()
  })

  it('without a server names what is unsent although the data of somebody else cannot be read', async () => {
    const mia = sampleId<UserId>(9100)
    await storePeople(ADA.id, [{ ...samplePerson(), id: mia as string as PersonId }])
    // As a newer version of the app leaves it.
    const newer = new Dexie(databaseName(mia))
    newer.version(99).stores({ moons: 'id' })
    await newer.open()
    newer.close()
    const db = createDatabase(ADA.id)
    await db.open()
    await write({ db, source: testSource(), zone: SYDNEY }, [{ name: 'profile.edit', args: { firstName: 'Ada' } }])
    db.close()
    expect(await (await from('')).text()).toContain('1 change is saved on this device only')
  })

  it('without a server leaves nothing here when a page of ours wishes it', async () => {
    expect(await (await from(`${HERE}/api/logout`)).text()).toContain('Signed out on this device')
    expect(await readKnownUser()).toBeNull()
    expect(await isLogoutPending()).toBe(true)
    expect(await Dexie.exists(databaseName(ADA.id))).toBe(false)
    expect([await readSignedOut(), await readPendingWipe()]).toEqual([null, null])
  })

  it('R5.7 without a server clears the number on the app’s icon, and closes what is shown', async () => {
    const close = vi.fn()
    const clearAppBadge = vi.fn(async () => {})
    const registration = { pushManager, getNotifications: async () => [{ close }] }
    await from(`${HERE}/api/logout`, { ...WORKER, navigator: { clearAppBadge }, registration })
    expect([clearAppBadge.mock.calls.length, close.mock.calls.length]).toEqual([1, 1])
  })

  it('is not asked about again when the app has begun it, and the browser hides where it comes from', async () => {
    await beginSignOut(ADA.id)
    expect(await (await from('')).text()).toContain('Signed out on this device')
    expect(await Dexie.exists(databaseName(ADA.id))).toBe(false)
  })
})
