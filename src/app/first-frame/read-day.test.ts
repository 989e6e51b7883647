import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PersonId, UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { Medication } from '#domain/records/medication.ts'
import { dataIdOf } from '#domain/records/person.ts'
import { at, sampleId, sampleMedication, samplePerson, sampleUser } from '#domain/testing/samples.ts'
import { createDatabase } from '#src/data/database.ts'
import { markSignedOut, rememberUser } from '#src/data/device-store.ts'
import { EVERYONE, storePeople, storeShown } from '#src/data/people-store.ts'
import type { SyncState } from '#src/sync/ports.ts'
import { type TestPage, testPage } from '#src/testing/page.ts'
import { readFirstScreen } from './read-day.ts'

const ADA = sampleUser()
const NOW = at('2026-11-20 08:02')

let page: TestPage

const openAt = (search: string) => vi.stubGlobal('location', { search })

/** Makes somebody's database as a device in step with the server has it. */
async function planFor(id: UserId, fields: Partial<Medication> = {}): Promise<void> {
  const db = createDatabase(id)
  await db.open()
  await db.medications.put(sampleMedication(fields))
  await db.state.put({ key: 'sync', value: { syncedAt: toInstant(NOW) } as unknown as SyncState })
  db.close()
}

/** Returns whose own day is drawn. */
async function ownId(): Promise<UserId | undefined> {
  const screen = await readFirstScreen(NOW)
  return screen?.kind === 'day' ? screen.day.user.id : undefined
}

beforeEach(async () => {
  page = testPage()
  await rememberUser(ADA)
  await planFor(ADA.id)
  openAt('')
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['nobody is announced', ''],
  ['their own session has just begun', `signed_in=${ADA.id}`],
])('draws the day of whom this device knows when %s', async (_what, cookie) => {
  page.cookie = cookie
  expect(await ownId()).toBe(ADA.id)
})

it.each([
  ['the session of somebody else has just begun', `theme=dark; signed_in=${sampleId(71)}`],
  ['the server signed somebody out', 'signed_out=somebody'],
])('draws nothing when %s', async (_what, cookie) => {
  page.cookie = cookie
  expect(await readFirstScreen(NOW)).toBeNull()
})

const SELF = { ...samplePerson(), id: ADA.id as string as PersonId, name: 'Ada', isSelf: true }
const MIA = { ...samplePerson(), id: sampleId<PersonId>(701), timeZone: 'Asia/Kathmandu' }

describe('where the account looks after somebody', () => {
  const shownFirst = async () => {
    const screen = await readFirstScreen(NOW)
    return screen?.kind === 'everyone' ? screen.days.map(({ person }) => person?.name) : screen?.day.person?.name
  }
  beforeEach(async () => {
    await planFor(dataIdOf(MIA.id), { name: 'Amoxicillin' })
    await storePeople(ADA.id, [SELF, MIA])
    await storeShown(ADA.id, EVERYONE)
  })

  it('draws everyone’s day, each in the zone of the person', async () => {
    const screen = await readFirstScreen(NOW)
    const days = screen?.kind === 'everyone' ? screen.days : []
    expect(days.map(({ person, zone, slots }) => [person?.name, zone, slots.at(-1)?.name])).toEqual([
      ['Ada', 'Australia/Sydney', 'Metformin XR'],
      ['Mia', 'Asia/Kathmandu', 'Amoxicillin'],
    ])
  })

  it.each([SELF, MIA])('draws the day of $name, who was shown last', async ({ id, name }) => {
    await storeShown(ADA.id, id)
    expect(await shownFirst()).toBe(name)
  })

  it('draws the day of whom the address names, if the list has them', async () => {
    openAt(`?person=${MIA.id}`)
    expect(await shownFirst()).toBe(MIA.name)
    openAt(`?person=${sampleId(99)}`)
    expect(await shownFirst()).toEqual(['Ada', MIA.name])
  })

  it('draws nothing of somebody who is on hold, whoever was shown last', async () => {
    await storeShown(ADA.id, MIA.id)
    await storePeople(ADA.id, [SELF, { ...MIA, isWithheld: true }])
    expect(await shownFirst()).toEqual(['Ada'])
    openAt(`?person=${MIA.id}`)
    expect(await shownFirst()).toEqual(['Ada'])
  })

  it('draws nothing of everyone while somebody has not arrived on this device, and the others’ days all the same', async () => {
    await storePeople(ADA.id, [SELF, MIA, { ...MIA, id: sampleId<PersonId>(98) }])
    expect(await readFirstScreen(NOW)).toBeNull()
    await storeShown(ADA.id, MIA.id)
    expect(await shownFirst()).toBe(MIA.name)
  })
})

it('draws the account’s own day where the list has nobody else', async () => {
  await storePeople(ADA.id, [SELF])
  expect(await ownId()).toBe(ADA.id)
})

it('draws nothing of a person who is signing out', async () => {
  await markSignedOut(ADA.id)
  expect(await readFirstScreen(NOW)).toBeNull()
})
