import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PersonId, UserId } from '#domain/lib/ids.ts'
import { DOCUMENT_BYTES } from '#domain/protocol/documents.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { SHARED_AT_ONCE, SHARED_FIELD } from '#domain/protocol/share.ts'
import { sampleId, samplePerson, sampleUser } from '#domain/testing/samples.ts'
import { createDatabase } from '#src/data/database.ts'
import { forgetUser, markSignedOut, rememberUser } from '#src/data/device-store.ts'
import { storePeople } from '#src/data/people-store.ts'
import type { KeptScan } from '#src/data/stored-rows.ts'
import { readKeptScans } from '#src/data/upload-queue.ts'
import { takeShared } from './share-target.ts'

const PREMIUM = { subscriptionStatus: 'active', subscriptionPlan: 'premium' } as const

let users = 7000
let user = sampleUser()
/** A device of a user nobody used before. */
async function device(plan: object = PREMIUM): Promise<void> {
  users += 1
  user = { ...sampleUser(), ...plan, id: sampleId<UserId>(users) }
  await rememberUser(user)
  await onDevice(async () => [])
}
beforeEach(() => device())

async function onDevice<T>(work: (db: ReturnType<typeof createDatabase>) => Promise<T>): Promise<T> {
  const db = createDatabase(user.id)
  await db.open()
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
const kept = (): Promise<KeptScan[]> => onDevice(readKeptScans)

const picture = ({ name = 'label.jpg', type = 'image/jpeg', bytes = 8 } = {}) =>
  new File([new Uint8Array(bytes)], name, { type })

/** Shares these files; returns where the page opens. */
async function share(files: File[], field = 'image'): Promise<string | null> {
  const body = new FormData()
  for (const file of files) body.append(field, file)
  const answer = await takeShared(new Request('https://dosewell.example/prescriptions', { method: 'POST', body }))
  expect(answer.status).toBe(303)
  return answer.headers.get('location')
}

describe('a picture shared from another app', () => {
  it('waits on this device, without its name, to be looked at before it is sent', async () => {
    expect(await share([picture({ name: 'Ada Metformin.png', type: 'image/png' })])).toBe('/prescriptions')
    const [scan, ...more] = await kept()
    expect(more).toEqual([])
    expect(scan).toMatchObject({ scanType: 'prescription', uploadMethod: 'upload', problem: null, isShared: true })
    expect([scan?.image.type, scan?.image.size]).toEqual(['image/png', 8])
    expect(scan?.image).not.toBeInstanceOf(File)
  })

  it('may be several at once, and HEIC of a system that does not know its type', async () => {
    expect(await share([picture(), picture({ name: 'IMG_1.HEIC', type: '' })])).toBe('/prescriptions')
    expect(await kept()).toHaveLength(2)
  })

  it.each<[string, () => File[], string]>([
    ['nothing', () => [], 'no-picture'],
    ['an empty file', () => [picture({ bytes: 0 })], 'no-picture'],
    ['a PDF', () => [picture({ name: 'label.pdf', type: 'application/pdf' })], 'no-picture'],
    ['too large a picture', () => [picture({ bytes: DOCUMENT_BYTES + 1 })], 'too-large'],
  ])('that is %s is not kept, and the page says so', async (_what, files, problem) => {
    expect(await share(files())).toBe(`/prescriptions?shared=${problem}`)
    expect(await kept()).toEqual([])
  })

  it('in another field, or no form at all, is not kept', async () => {
    expect(await share([picture()], 'file')).toBe('/prescriptions?shared=no-picture')
    const request = new Request('https://dosewell.example/prescriptions', { method: 'POST', body: 'a picture' })
    expect((await takeShared(request)).headers.get('location')).toBe('/prescriptions?shared=no-picture')
    expect(await kept()).toEqual([])
  })

  it('does not come in any number: what waits to be looked at has a limit', async () => {
    const many = Array.from({ length: SHARED_AT_ONCE - 1 }, () => picture())
    expect(await share(many)).toBe('/prescriptions')
    expect(await share([picture(), picture()])).toBe('/prescriptions?shared=too-many')
    expect(await kept()).toHaveLength(SHARED_AT_ONCE)
  })

  it.each([
    ['of nobody who is signed in', () => forgetUser()],
    ['of who is signing out', () => markSignedOut(user.id)],
    ['without Premium', () => rememberUser({ ...user, subscriptionStatus: null, subscriptionPlan: 'free' })],
  ])('%s is not kept: the page says why', async (_who, become) => {
    await become()
    expect(await share([picture()])).toBe('/prescriptions')
    expect(await kept()).toEqual([])
  })

  it('R11.9 opens the page of the account’s own person, with whom it waits, no matter who is shown', async () => {
    const people = [samplePerson(), { ...samplePerson(), id: sampleId<PersonId>(users + 1000), isSelf: false }]
    await storePeople(user.id, people)
    expect(await share([picture()])).toBe(`/prescriptions?person=${user.id}`)
    expect(await share([])).toBe(`/prescriptions?shared=no-picture&person=${user.id}`)
    expect(await kept()).toHaveLength(1)
  })

  it('that finds no room is said to have found none', async () => {
    vi.spyOn(Blob.prototype, 'slice').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await share([picture()])).toBe('/prescriptions?shared=not-stored')
    vi.restoreAllMocks()
    expect(await kept()).toEqual([])
  })
})

it('is what the manifest promises to other apps', () => {
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'))
  expect(manifest.share_target).toMatchObject({
    action: PAGES.prescriptions,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: SHARED_FIELD, accept: expect.arrayContaining(['image/*']) }] },
  })
})
