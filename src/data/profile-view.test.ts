import { describe, expect, it } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import type { UserId } from '#domain/lib/ids.ts'
import type { BatchBody } from '#domain/protocol/batch.ts'
import type { Versions } from '#domain/protocol/events.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { currentUserSchema } from '#domain/records/user-schema.ts'
import { sampleId } from '#domain/testing/samples.ts'
import { syncPass } from '#src/sync/engine.ts'
import type { SyncAnswer, SyncRequest, WriteRefusal } from '#src/sync/ports.ts'
import {
  addCommand,
  answer,
  extraDose,
  newEpochAnswer,
  newMedication,
  scriptedTransport,
  serverRecord,
  testDevice,
  USER,
} from '#src/testing/device.ts'
import { discardEntry, retryEntry } from './attention.ts'
import { createDatabase } from './database.ts'
import { readProfile } from './read-profile.ts'
import { withProfile } from './stored-profile.ts'
import { createSyncStore } from './sync-store.ts'
import { transferLocalData } from './transfer.ts'
import { write } from './write.ts'

type Device = Awaited<ReturnType<typeof testDevice>>

const HOME = 'Australia/Sydney'
const AWAY = 'Asia/Kathmandu'

const user: CurrentUser = currentUserSchema.parse({
  id: USER,
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: null,
  isAdmin: false,
  dateOfBirth: '1990-01-01',
  ageVerified: true,
  parentalConsentRequired: false,
  parentalConsentGiven: false,
  hasUsedTrial: true,
  subscriptionStatus: null,
  subscriptionPlan: 'free',
  subscriptionEndsAt: null,
  timeZone: HOME,
})

const follow = (timeZone: string): Command => ({ name: 'profile.edit', args: { timeZone } })
const refusal: WriteRefusal = { status: 400, code: 'invalid', error: 'No.', field: null }

/** Returns the zone the device plans in, given at its start that the account's is `HOME`. */
const zoneOn = async ({ db }: Device) => withProfile(user, await readProfile(db)).timeZone

/** Delivers the only waiting entry. */
async function settleNext(
  device: Device,
  decision: { kind: 'taken'; body: unknown; seq: number } | { kind: 'refused'; refusal: WriteRefusal },
) {
  const store = createSyncStore(device.db, device.source)
  const [entry] = await store.nextEntries(1)
  if (!entry) throw new Error('nothing waits')
  await store.settle([{ entry, ...decision }])
  return entry
}

async function pass(device: Device, reply: (request: SyncRequest) => SyncAnswer | null, upTo?: Versions) {
  const transport = scriptedTransport(reply)
  const end = await syncPass(
    {
      store: createSyncStore(device.db, device.source),
      transport,
      clock: device.source,
      user: USER,
      lock: {
        run: async (work) => {
          await work()
          return true
        },
      },
      mayGoOn: async () => true,
    },
    { pull: true, upTo },
  )
  return { end, asked: transport.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`) }
}

/** A server without medications whose user has been in that zone since that commit. */
const serverIn =
  (timeZone: string, seq: number, epoch = 'first') =>
  ({ path }: SyncRequest): SyncAnswer => {
    const about = { seq, epoch }
    if (path === '/api/auth/user' || path === '/api/user/profile') return answer(200, { ...user, timeZone }, about)
    if (path === '/api/medications') return answer(200, [], { ...about, etag: `"${seq}"` })
    return answer(200, { events: [], cursor: 0, more: false }, about)
  }

describe('S3.6 the profile on this device', () => {
  it('S3.1 is in the new zone as soon as the edit is saved, whatever the server says meanwhile', async () => {
    const device = await testDevice()
    expect(await zoneOn(device)).toBe(HOME)
    await write(device, [follow(AWAY)])
    expect(await zoneOn(device)).toBe(AWAY)
    await createSyncStore(device.db, device.source).replaceProfile({ ...user, firstName: 'Grace' }, 3)
    const shown = withProfile(user, await readProfile(device.db))
    expect(shown).toMatchObject({ timeZone: AWAY, firstName: 'Grace' })
  })

  it('S3.2 a user answered before the edit was taken does not bring the old zone back', async () => {
    const device = await testDevice()
    await write(device, [follow(AWAY)])
    await settleNext(device, { kind: 'taken', body: { ...user, timeZone: AWAY }, seq: 5 })
    await createSyncStore(device.db, device.source).replaceProfile(user, 4)
    expect(await zoneOn(device)).toBe(AWAY)
    await createSyncStore(device.db, device.source).replaceProfile(user, 6)
    expect(await zoneOn(device)).toBe(HOME)
  })

  it('S3.1 an answer that cannot be read keeps what the edit made of it', async () => {
    const device = await testDevice()
    await write(device, [follow(AWAY)])
    await settleNext(device, { kind: 'taken', body: null, seq: 5 })
    expect(await zoneOn(device)).toBe(AWAY)
  })

  it('S3.3 a refused edit is undone and kept; sent again it holds again; discarded it is gone', async () => {
    const device = await testDevice()
    await write(device, [follow(AWAY)])
    const { position, key } = await settleNext(device, { kind: 'refused', refusal })
    expect(await zoneOn(device)).toBe(HOME)
    await retryEntry(device, position)
    expect(await zoneOn(device)).toBe(AWAY)
    expect((await device.db.outbox.get(position))?.key).not.toBe(key)
    await settleNext(device, { kind: 'refused', refusal })
    await discardEntry(device, position)
    expect([await zoneOn(device), await device.db.outbox.count()]).toEqual([HOME, 0])
  })

  it('S2.1 goes out in its place among what is logged before and after it', async () => {
    const device = await testDevice()
    const input = newMedication(device.source)
    await createSyncStore(device.db, device.source).replaceList('medications', [serverRecord(input)], {
      etag: null,
      seq: 1,
    })
    const doses = [extraDose(device.source, input), extraDose(device.source, input)]
    await write(device, doses.slice(0, 1))
    await write(device, [follow(AWAY)])
    await write(device, doses.slice(1))
    let calls: BatchBody['calls'] = []
    await pass(device, ({ body }) => {
      calls = (body as BatchBody).calls
      return null
    })
    expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/api/doses', doses[0]?.args],
      ['PATCH', '/api/user/profile', { timeZone: AWAY }],
      ['POST', '/api/doses', doses[1]?.args],
    ])
  })
})

describe('S9 what other devices changed of it', () => {
  const told = (seq: number, profile: number): Versions => ({
    user: USER,
    epoch: 'first',
    seq,
    medications: 0,
    doses: 0,
    profile,
  })

  it('S9.2 is asked for once when a change notification tells of it', async () => {
    const device = await testDevice()
    await pass(device, serverIn(HOME, 1), told(1, 0))
    const first = await pass(device, serverIn(AWAY, 2), told(2, 2))
    expect([first.asked, await zoneOn(device)]).toEqual([['GET /api/auth/user'], AWAY])
    expect((await pass(device, serverIn(AWAY, 2), told(2, 2))).asked).toEqual([])
  })

  it('S9.2 is not asked for when it is this device’s own edit', async () => {
    const device = await testDevice()
    await pass(device, serverIn(HOME, 1), told(1, 0))
    await write(device, [follow(AWAY)])
    const { asked } = await pass(device, serverIn(AWAY, 2), told(1, 0))
    expect(asked).toEqual(['PATCH /api/user/profile'])
    expect((await pass(device, serverIn(AWAY, 2), told(2, 2))).asked).toEqual([])
  })

  it('S9.2 is asked for with everything else when change notifications may have been lost', async () => {
    const device = await testDevice()
    await write(device, [follow(AWAY)])
    await pass(device, serverIn(AWAY, 2))
    const { asked } = await pass(device, serverIn('Europe/London', 3))
    expect(asked).toContain('GET /api/auth/user')
    expect(await zoneOn(device)).toBe('Europe/London')
  })
})

describe('S11 the profile after a restore', () => {
  it('S11.5 is given back under its old key and with its sequence, and holds here all the while', async () => {
    const device = await testDevice()
    const saved = await write(device, [follow(AWAY)])
    await pass(device, serverIn(AWAY, 20))
    const given: BatchBody['calls'] = []
    const zones: unknown[] = []
    const { end } = await pass(device, (request) => {
      if (request.epoch === 'first') return newEpochAnswer('second', 10)
      if (request.path !== '/api/batch') return serverIn(AWAY, 1001, 'second')(request)
      given.push(...(request.body as BatchBody).calls)
      void zoneOn(device).then((zone) => zones.push(zone))
      const result = { status: 200, body: { ...user, timeZone: AWAY }, seq: 1001 }
      return answer(200, { results: [result] }, { epoch: 'second', seq: 1001 })
    })
    expect(end).toEqual({ kind: 'synced' })
    expect(given).toEqual([
      {
        key: saved.ok ? saved.value[0] : '',
        originalSeq: 20,
        method: 'PATCH',
        path: '/api/user/profile',
        body: { timeZone: AWAY },
      },
    ])
    expect([...zones, await zoneOn(device)]).toEqual([AWAY, AWAY])
  })

  it('S11.11 an edit that waited for a lost account waits for the one that takes over', async () => {
    const lost = sampleId<UserId>(77)
    const old = createDatabase(lost)
    await old.open()
    const { source } = await testDevice()
    await write({ db: old, source, zone: HOME }, [addCommand(newMedication(source)), follow(AWAY)])
    old.close()
    const device = await testDevice()
    await transferLocalData(lost, device.db, device.source)
    expect(await zoneOn(device)).toBe(AWAY)
    expect(await device.db.outbox.count()).toBe(2)
  })
})
