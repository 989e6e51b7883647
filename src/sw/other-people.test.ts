import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MedicationId, PersonId, UserId } from '#domain/lib/ids.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import type { NoticeData } from '#domain/reminders/notices.ts'
import { isForHere, type LocalState, noticesForCheck, noticesForPush } from '#domain/reminders/push-notices.ts'
import { at, SYDNEY, sampleId, sampleMedication, samplePerson, sampleUser, times } from '#domain/testing/samples.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { rememberUser } from '#src/data/device-store.ts'
import { storePeople } from '#src/data/people-store.ts'
import { samplePush } from '#src/testing/pushes.ts'
import { showEverybodysBadge } from './badge.ts'
import { pathHere, withLocalData, withRemindedData } from './local-data.ts'
import { claimEverybodysReminders, claimLocalReminders } from './local-reminders.ts'
import { logFromNotice } from './notice-log.ts'

const EIGHT = at('2026-11-20 08:00')
const NOW = EIGHT + MINUTE

const person = (id: UserId, fields: Partial<ListedPerson>): ListedPerson => ({
  ...samplePerson(),
  id: id as string as PersonId,
  timeZone: SYDNEY,
  ...fields,
})

let count = 0
let ada: UserId
let mia: UserId
let opa: UserId
let open: DosewellDatabase[]
let badge: number | null

async function give(user: UserId, ...names: string[]): Promise<DosewellDatabase> {
  const db = createDatabase(user)
  await db.open()
  open.push(db)
  for (const name of names) {
    count += 1
    const id = sampleId<MedicationId>(9000 + count)
    await db.medications.put(sampleMedication({ id, name, dosage: '' }, [{ reminderTimes: times('08:00') }]))
  }
  return db
}

/** Ada looks after Mia, and Opa is shared with her. Everybody has a dose at 8:00. It is 8:01. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  badge = null
  vi.stubGlobal('navigator', {
    userAgent: '',
    async setAppBadge(number: number) {
      badge = number
    },
    async clearAppBadge() {
      badge = 0
    },
  })
  open = []
  count += 1
  ;[ada, mia, opa] = [1, 2, 3].map((number) => sampleId<UserId>(count * 10 + number)) as [UserId, UserId, UserId]
  await rememberUser({ ...sampleUser(), id: ada, timeZone: SYDNEY })
  await storePeople(ada, [
    person(ada, { isSelf: true }),
    person(mia, { name: 'Mia', colour: 'green' }),
    person(opa, { name: 'Opa', role: 'manage', sharedBy: 'Bob' }),
  ])
})
afterEach(() => {
  for (const db of open) db.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What a push of the server about Mia shows: it names the doses that are due here. */
function shown(local: LocalState, fields = {}) {
  const slotIds = local.kind === 'known' ? local.due.map(({ reminder }) => reminder.slotId) : []
  return noticesForPush(samplePush({ user: ada, person: mia, slotIds, ...fields }), local)
}
/** Checks as the worker does from time to time. Returns the titles of what it shows, or adds them to these. */
async function checked(titles: string[] = []): Promise<string[]> {
  await claimEverybodysReminders(async (local) => {
    titles.push(...noticesForCheck(local).map(({ title }) => title))
  })
  return titles
}
const rings = (db: DosewellDatabase) => db.rings.count()

describe('R11.7 a push about somebody whom the account looks after', () => {
  it('is answered by their data, in which alone it claims, and names them', async () => {
    const own = await give(ada, 'Metformin')
    const hers = await give(mia, 'Amoxicillin')
    expect(shown(await claimLocalReminders('due', mia))).toMatchObject([
      {
        title: 'Mia: time for Amoxicillin',
        body: 'Time to take Amoxicillin at 8:00 AM',
        silent: false,
        data: { user: mia },
      },
    ])
    expect([(await rings(own)) > 0, (await rings(hers)) > 0]).toEqual([false, true])
    expect(shown(await claimLocalReminders('due', null), { person: null })).toMatchObject([
      { title: 'Medication Reminder', silent: false, data: { user: ada } },
    ])
  })

  it('R11.2 has a tag of its own where several doses share a minute', async () => {
    await give(ada, 'Metformin', 'Ramipril')
    await give(mia, 'Amoxicillin', 'Ibuprofen')
    const [hers] = shown(await claimLocalReminders('due', mia))
    expect(hers).toMatchObject({ title: 'Mia: time for 2 doses', tag: `${mia.slice(-12)} at:2026-11-20T08:00` })
  })

  it('R11.6 says only the initial where this device is discreet', async () => {
    await give(mia, 'Amoxicillin')
    const local = await claimLocalReminders('due', mia)
    expect(shown(local, { wording: 'discreet' })).toMatchObject([{ title: 'A reminder for M', body: '' }])
  })

  it('is shown as it came while this device has not heard of them, and claims nothing of anybody', async () => {
    const own = await give(ada, 'Metformin')
    const tom = sampleId<UserId>(8000)
    const local = await claimLocalReminders('due', tom)
    const push = samplePush({ user: ada, person: tom, initial: 'T', title: 'Tom: time for Ibuprofen', slotIds: [] })
    expect(noticesForPush(push, local)).toMatchObject([{ title: 'Tom: time for Ibuprofen', silent: false }])
    expect(noticesForPush({ ...push, wording: 'discreet' }, local)).toMatchObject([{ title: 'A reminder for T' }])
    expect(isForHere(push, local)).toBe(true)
    expect(await rings(own)).toBe(0)
    const elsewhere = { ...push, user: sampleId<UserId>(8001) }
    expect(noticesForPush(elsewhere, local)).toMatchObject([{ title: 'Dosewell', silent: true }])
    expect(isForHere(elsewhere, local)).toBe(false)
  })
})

describe('R11.8 everybody', () => {
  it('R5.7 is counted on the icon whose doses the account is reminded of, and no longer once they are taken', async () => {
    await give(ada, 'Metformin')
    await give(mia, 'Amoxicillin', 'Ibuprofen')
    await give(opa, 'Digoxin')
    await showEverybodysBadge()
    expect(badge).toBe(3)
    const local = await claimLocalReminders('due', mia)
    const slotIds = local.kind === 'known' ? local.due.map(({ reminder }) => reminder.slotId) : []
    const data: NoticeData = { kind: 'reminder', user: mia, slotIds, path: '/' }
    expect(await withLocalData((hers) => logFromNotice(hers, 'taken', data), mia)).toBe(true)
    expect(await withLocalData((own) => logFromNotice(own, 'taken', data))).toBe(false)
    await showEverybodysBadge()
    expect(badge).toBe(1)
  })

  it('is announced by the periodic check, each in a notification; R11.5 but nobody who is only shared', async () => {
    await give(ada, 'Metformin')
    await give(mia, 'Amoxicillin')
    await give(opa, 'Digoxin')
    expect(await checked()).toEqual(['Medication Reminder', 'Mia: time for Amoxicillin'])
    vi.setSystemTime(NOW + 60 * MINUTE)
    expect(await checked()).toEqual([])
  })

  it('is announced by it although the data of one cannot be used: what was claimed is shown', async () => {
    await give(ada, 'Metformin')
    // As a newer version of the app leaves it.
    const newer = new Dexie(createDatabase(mia).name)
    newer.version(99).stores({ moons: 'id' })
    await newer.open()
    newer.close()
    const titles: string[] = []
    await expect(checked(titles)).rejects.toThrow()
    expect(titles).toEqual(['Medication Reminder'])
  })

  it('gets their turn although the data of one cannot be used', async () => {
    await give(ada, 'Metformin')
    await give(mia, 'Amoxicillin')
    const turns: UserId[] = []
    const work = withRemindedData(async ({ user }) => {
      turns.push(user.id)
      if (user.id === ada) throw new Error('broken')
    })
    await expect(work).rejects.toThrow('broken')
    expect(turns).toEqual([ada, mia])
  })
})

it('R11.9 an address names the person where there are several', async () => {
  expect(await pathHere('/?dose=x', mia)).toBe(`/?dose=x&person=${mia}`)
  expect(await pathHere('/reminders', ada)).toBe(`/reminders?person=${ada}`)
  expect(await pathHere(`/?dose=x&person=${mia}`, mia)).toBe(`/?dose=x&person=${mia}`)
  await storePeople(ada, [person(ada, { isSelf: true })])
  expect(await pathHere('/?dose=x', ada)).toBe('/?dose=x')
})
