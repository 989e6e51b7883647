import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Role } from '#domain/access/roles.ts'
import type { MedicationId, PersonId, SlotId, UserId } from '#domain/lib/ids.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { NoticeData } from '#domain/reminders/notices.ts'
import { at, SYDNEY, sampleId, sampleMedication, samplePerson, sampleUser, times } from '#domain/testing/samples.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { rememberUser } from '#src/data/device-store.ts'
import { readReminderViews } from '#src/data/notification-log.ts'
import { storePeople } from '#src/data/people-store.ts'
import type { NoticeAction } from '#src/platform/show-notice.ts'

/** It is typed for a worker, and these tests for a page. */
const SCRIPT: string = '#src/sw/handlers.ts'
interface Handlers {
  onNotificationClick(event: { notification: object; action: string }): Promise<void>
  onPush(event: { data: { text(): string } }): Promise<void>
}
const handlers = (): Promise<Handlers> => import(SCRIPT)

const EIGHT = at('2026-11-20 08:00')
const NOW = EIGHT + MINUTE

interface Shown {
  title: string
  actions?: { title: string }[]
  data: NoticeData
}

let count = 0
let ada: UserId
let opa: UserId
let db: DosewellDatabase
let slotId: SlotId
let shown: Shown[]
let opened: string[]

/** Ada looks after Opa, who has a dose at 8:00. It is 8:01, and the server cannot be reached. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  ;[shown, opened] = [[], []]
  vi.stubGlobal('navigator', { userAgent: '' })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const registration = {
    getNotifications: async () => [],
    showNotification: async (title: string, options: Omit<Shown, 'title'>) => void shown.push({ title, ...options }),
  }
  const clients = { matchAll: async () => [], openWindow: async (path: string) => void opened.push(path) }
  vi.stubGlobal('self', { registration, clients, location: { origin: 'https://here' } })

  count += 3
  ;[ada, opa] = [sampleId<UserId>(9400 + count), sampleId<UserId>(9401 + count)]
  await rememberUser({ ...sampleUser(), id: ada, timeZone: SYDNEY })
  db = createDatabase(opa)
  await db.open()
  const id = sampleId<MedicationId>(9402 + count)
  await db.medications.put(sampleMedication({ id, name: 'Digoxin' }, [{ reminderTimes: times('08:00') }]))
  const views = await readReminderViews(db, SYDNEY, NOW)
  slotId = views.find(({ slot }) => slot.at === EIGHT)?.slot.id as SlotId
})
afterEach(() => {
  db.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const lookAfter = (role: Role): Promise<void> =>
  storePeople(ada, [
    { ...samplePerson(), id: ada as string as PersonId, isSelf: true, timeZone: SYDNEY },
    { ...samplePerson(), id: opa as string as PersonId, name: 'Opa', role, timeZone: SYDNEY },
  ])

/** Presses that part of a reminder of Opa's dose, or of what is on screen instead. */
async function press(action: NoticeAction | '', data?: NoticeData): Promise<void> {
  const reminder: NoticeData = { kind: 'reminder', user: opa, slotIds: [slotId], path: `/?dose=${slotId}` }
  const { onNotificationClick } = await handlers()
  await onNotificationClick({ notification: { data: data ?? reminder, close() {} }, action })
}
const waiting = () => db.outbox.count()
const dayOfOpa = () => [`/?dose=${slotId}&person=${opa}`]

it.each<NoticeAction>(['taken', 'snooze'])(
  'R11.11 “%s” on a reminder from before the role was reduced opens their day, and nothing waits to be sent',
  async (action) => {
    await lookAfter('view')
    await press(action)
    expect([await waiting(), opened, shown]).toEqual([0, dayOfOpa(), []])
  },
)

it('R11.11 logs for those who may log, without opening anything', async () => {
  await lookAfter('help')
  await press('taken')
  expect([await waiting(), opened, shown]).toEqual([1, [], []])
})

it('R11.11 what a helper who may only see is told has no buttons, and leads to the day of the person', async () => {
  await lookAfter('view')
  const { onPush } = await handlers()
  const data = { kind: 'missed', user: ada, person: opa, slotIds: [slotId] }
  const path = `/?dose=${slotId}&person=${opa}`
  const missed = { title: 'Opa: not logged yet', body: 'Digoxin', navigate: `https://here${path}`, data }
  await onPush({ data: { text: () => JSON.stringify(missed) } })
  expect(shown).toMatchObject([{ title: 'Opa: not logged yet' }])
  expect(shown[0]?.actions).toBeUndefined()
  await press('', shown[0]?.data)
  expect([await waiting(), opened]).toEqual([0, dayOfOpa()])
})
