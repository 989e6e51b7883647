import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { MedicationId, SlotId } from '#domain/lib/ids.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { until } from '#tests/support/wait.ts'
import { planDay, plannedTime } from './support/day.ts'
import { type Desk, openDesk } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'
import { dateIn } from './support/zones.ts'

const screens = setUpScreens()

interface AtRest {
  user: User
  desk: Desk
  /** The slots of the planned medications, in the same order. */
  slots: SlotId[]
}

/** Creates a device that holds today's doses, with every page of the app closed. */
async function deviceAtRest(medications: Parameters<typeof planDay>[1]): Promise<AtRest> {
  const user = await screens.user()
  await user.signUp()
  await user.workerReady()
  await planDay(user, medications)
  for (const { name } of medications) await user.page.getByText(name).first().waitFor()
  const today = dateIn(user.timeZone, 0) as LocalDate
  const slots = (await user.medicationsOnServer())
    .map(({ id, name, reminderTimes }) => ({ id, name, time: reminderTimes[0] as LocalTime }))
    .sort((a, b) => medications.findIndex(same(a)) - medications.findIndex(same(b)))
    .map(({ id, time }) => slotIdOf(id as MedicationId, today, time))
  const desk = await openDesk(user)
  await user.page.close()
  return { user, desk, slots }
}

const same =
  (a: { name: string }) =>
  (b: { name: string }): boolean =>
    a.name === b.name

/** Declarative Web Push, as the server sends it. */
const reminderPush = (user: User, slotIds: string[], words: { title?: string; body?: string } = {}) =>
  JSON.stringify({
    web_push: 8030,
    mutable: true,
    notification: {
      title: words.title ?? 'Medication Reminder',
      body: words.body ?? 'Time to take your medicine',
      tag: slotIds[0] ?? '',
      navigate: `${user.url}/?dose=${slotIds[0]}`,
      data: { slotIds },
    },
  })

const logOf = async (user: User) => (await user.dosesOnServer()).map(({ kind, snapshot }) => `${kind} ${snapshot.name}`)

/** Undoes, on another device of the user, the only dose they logged. */
async function undoElsewhere(user: User): Promise<void> {
  const [event] = await user.dosesOnServer()
  if (!event) throw new Error('Nothing was logged')
  const { seq: _seq, receivedAt: _receivedAt, ...logged } = event
  const now = new Date().toISOString()
  const undo = { id: randomUUID(), kind: 'undone', at: now, loggedAt: now, undoes: event.id }
  const other = { deviceId: randomUUID(), deviceName: 'Kitchen tablet' }
  const { status } = await user.call('POST', '/api/doses', { ...logged, ...undo, ...other })
  expect(status).toBe(201)
}

/** Returns what is waiting in the outbox of this device's only user, read by the worker. */
const waitingIn = (desk: Desk): Promise<string[]> => desk.worker.evaluate(readWaiting)

async function readWaiting(): Promise<string[]> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const name = names.find((known) => /^dosewell-[0-9a-f]{8}-/.test(known))
  if (!name) throw new Error('There is no database of a person')
  const db = await done(indexedDB.open(name))
  const rows = await done(db.transaction('outbox').objectStore('outbox').getAll())
  db.close()
  return rows.map(({ command }) => `${command.args.kind} ${command.args.snapshot.name}`)
}

async function isSyncRegistered(): Promise<boolean> {
  const { registration } = self as unknown as {
    registration: { sync: { getTags(): Promise<string[]> } }
  }
  return (await registration.sync.getTags()).includes('outbox')
}

/**
 * Runs in pages and in the worker: reports what they put on the app's icon to `noteBadge`, or stores it under that
 * name.
 */
function watchBadge(): void {
  const scope = globalThis as unknown as { noteBadge?(count: number): unknown; badge?: number }
  const show = async (count: number) => {
    scope.badge = count
    await scope.noteBadge?.(count)
  }
  Object.assign(Object.getPrototypeOf(navigator), {
    setAppBadge: (count: number) => show(count),
    clearAppBadge: () => show(0),
  })
}

const badgeOfWorker = (desk: Desk) => desk.worker.evaluate(() => (globalThis as unknown as { badge?: number }).badge)

describe('a push with no page open', () => {
  it('shows the reminder from local data; Taken logs it offline, and the next push says so and delivers it', async () => {
    const { user, desk, slots } = await deviceAtRest([{ name: 'Metformin', minutes: [-1], dosage: '500 mg' }])
    const [slot = ''] = slots
    await desk.push(reminderPush(user, slots, { body: 'Words of a server that knows less' }))
    const [shown] = await desk.awaitShown(({ length }) => length === 1)
    expect(shown).toEqual({
      title: 'Medication Reminder',
      body: `Time to take Metformin (500 mg) at ${await plannedTime(user, 'Metformin')}`,
      tag: slot,
      stays: true,
      silent: false,
      actions: ['Taken', 'Snooze 10 min'],
      path: `/?dose=${slot}`,
    })

    await user.offline()
    expect(await desk.click(slot, 'taken')).toEqual([])
    expect(await desk.shown()).toEqual([])
    expect(await waitingIn(desk)).toEqual(['taken Metformin'])
    expect(await logOf(user)).toEqual([])

    // The server does not know of it, so it reminds again; no page is opened.
    await user.online()
    await desk.push(reminderPush(user, slots, { title: 'Medication Reminder (5 min reminder)' }))
    const [said] = await desk.awaitShown(({ length }) => length === 1)
    expect(said).toMatchObject({ title: 'Metformin', tag: slot, stays: false, silent: true, actions: [] })
    expect(said?.body).toMatch(/^Already logged at \d+:\d\d [AP]M$/)
    await until(async () => (await logOf(user)).length > 0, { what: 'the dose' })
    expect(await logOf(user)).toEqual(['taken Metformin'])
    await until(async () => (await waitingIn(desk)).length === 0)
  })

  it('R5.11 asks for a dose that was taken here and undone on another device since', async () => {
    const { user, desk, slots } = await deviceAtRest([{ name: 'Digoxin', minutes: [-1] }])
    const [slot = ''] = slots
    await desk.push(reminderPush(user, slots))
    await desk.awaitShown(({ length }) => length === 1)
    await desk.click(slot, 'taken')
    await until(async () => (await waitingIn(desk)).length === 0 && (await logOf(user)).length === 1)
    await undoElsewhere(user)
    await desk.push(reminderPush(user, slots))
    const [asked] = await desk.awaitShown(({ length }) => length === 1)
    expect(asked).toMatchObject({ title: 'Medication Reminder', tag: slot, stays: true })
  })

  it('is snoozed from the notification', async () => {
    const { user, desk, slots } = await deviceAtRest([{ name: 'Warfarin', minutes: [-1] }])
    const [slot = ''] = slots
    await desk.push(reminderPush(user, slots))
    await desk.awaitShown(({ length }) => length === 1)
    await desk.click(slot, 'snooze')
    await until(async () => (await logOf(user)).length > 0)
    const [event] = await user.dosesOnServer()
    expect(event).toMatchObject({ kind: 'snoozed', slotId: slot })
    expect(Date.parse(event?.until ?? '') - Date.parse(event?.loggedAt ?? '')).toBe(10 * 60_000)
  })

  it('lists several doses in one notification; a press on it opens the reminders, Taken logs them all', async () => {
    const { user, desk, slots } = await deviceAtRest([
      { name: 'Amlodipine', minutes: [-1] },
      { name: 'Sertraline', minutes: [-1] },
    ])
    await desk.push(reminderPush(user, slots))
    const [shown] = await desk.awaitShown(({ length }) => length === 1)
    expect(shown?.title).toBe('Medication Reminder')
    expect(shown?.body.split('\n').sort()).toEqual([
      expect.stringMatching(/^Time to take Amlodipine \(1 tablet\) at \d+:\d\d [AP]M$/),
      expect.stringMatching(/^Time to take Sertraline \(1 tablet\) at \d+:\d\d [AP]M$/),
    ])
    expect(shown?.tag).toMatch(/^at:\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    await desk.click(shown?.tag ?? '', 'taken')
    await until(async () => (await logOf(user)).length === 2)
    expect((await logOf(user)).sort()).toEqual(['taken Amlodipine', 'taken Sertraline'])
  })

  it('opens the app at the dose when its body is pressed', async () => {
    const { user, desk, slots } = await deviceAtRest([{ name: 'Bisoprolol', minutes: [-1] }])
    const [slot = ''] = slots
    await desk.push(reminderPush(user, slots))
    await desk.awaitShown(({ length }) => length === 1)
    expect(await desk.click(slot)).toEqual([`/?dose=${slot}`])
    await user.newTab(`/?dose=${slot}`)
    const dose = user.dialog('Bisoprolol')
    await dose.getByRole('button', { name: /^Taken at/ }).waitFor()
    expect(await logOf(user)).toEqual([])
    // The notification has room for only one snooze length; here are all of them.
    await dose.getByRole('button', { name: 'Snooze' }).click()
    await user.page.getByRole('menuitem', { name: '30 minutes' }).click()
    await until(async () => (await logOf(user)).length > 0)
    const [event] = await user.dosesOnServer()
    expect(Date.parse(event?.until ?? '') - Date.parse(event?.loggedAt ?? '')).toBe(30 * 60_000)
  })

  it('that is broken or hostile shows one neutral notification, and the worker stays whole', async () => {
    const { user, desk } = await deviceAtRest([{ name: 'Insulin', minutes: [60] }])
    const neutral = { title: 'Dosewell', body: 'Nothing is due right now.', stays: false, path: '/' }
    const unreadable = [
      '',
      'null',
      '[]',
      '42',
      '{"title":',
      '{"title":7,"body":{}}',
      '{"title":"   "}',
      '{"web_push":8030}',
      '{"web_push":8030,"notification":null}',
      '{"__proto__":{"title":"x"},"constructor":{"prototype":{}}}',
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    ]
    for (const text of unreadable) {
      await desk.push(text)
      const shown = await desk.awaitShown(({ length }) => length > 0)
      expect(shown, text.slice(0, 60)).toMatchObject([neutral])
      await desk.closeAll()
    }
    const misleading = [
      { title: 'A', navigate: 'https://evil.example/', tag: 'x'.repeat(10_000) },
      { title: 'B', navigate: 'javascript:alert(1)', data: { slotIds: [{}, null, '../../etc'] } },
      { title: 'C', navigate: '//evil.example/x', data: 'no object' },
      { title: 'D', navigate: '/api/logout', body: ['no', 'text'] },
      { title: `E${'!'.repeat(3_000)}`, body: '<img src=x onerror=alert(1)>' },
    ]
    for (const notification of misleading) {
      await desk.push(JSON.stringify({ web_push: 8030, notification }))
      const [shown, ...others] = await desk.awaitShown(({ length }) => length > 0)
      expect(others).toEqual([])
      expect(shown?.path).toBe('/')
      expect(shown?.title.length).toBeLessThanOrEqual(120)
      expect(shown?.tag.length).toBeLessThanOrEqual(64)
      await desk.closeAll()
    }
    expect(await logOf(user)).toEqual([])
  })

  it('after signing out says nothing about anybody', async () => {
    const { user, desk, slots } = await deviceAtRest([{ name: 'Clozapine', minutes: [-1] }])
    await user.newTab('/')
    await user.page.getByRole('button', { name: 'Log out' }).click()
    await user.page.getByRole('link', { name: 'Login' }).waitFor()
    await user.page.close()
    await desk.push(reminderPush(user, slots, { body: 'Time to take Clozapine' }))
    const shown = await desk.awaitShown(({ length }) => length === 1)
    expect(JSON.stringify(shown)).not.toContain('Clozapine')
    expect(shown[0]?.body).toMatch(/^(Sign in to see your reminders|Open Dosewell to see what is due)\.$/)
  })
})

describe('the worker', () => {
  it('finds what is due by itself at a periodic check, and announces it once', async () => {
    const { desk } = await deviceAtRest([{ name: 'Digoxin', minutes: [-1] }])
    await desk.periodic('reminders')
    const [shown] = await desk.awaitShown(({ length }) => length === 1)
    expect(shown?.body).toMatch(/^Time to take Digoxin/)
    await desk.closeAll()
    await desk.periodic('reminders')
    await desk.push('')
    const again = await desk.awaitShown(({ length }) => length > 0)
    expect(again).toMatchObject([{ silent: true }])
  })

  it('delivers at a periodic check what was logged on a notification without a network', async () => {
    const { user, desk, slots } = await deviceAtRest([{ name: 'Ramipril', minutes: [-1] }])
    const [slot = ''] = slots
    await desk.periodic('reminders')
    await desk.awaitShown(({ length }) => length === 1)
    await user.offline()
    await desk.click(slot, 'taken')
    expect(await waitingIn(desk)).toEqual(['taken Ramipril'])
    await user.online()
    await desk.periodic('reminders')
    await until(async () => (await logOf(user)).length > 0, { what: 'the dose' })
  })

  it('delivers by the browser’s background sync what a page left behind when it was closed offline', async () => {
    const { user, desk } = await deviceAtRest([{ name: 'Lisinopril', minutes: [-1] }])
    await user.newTab('/')
    await user.offline()
    await user.page.getByRole('button', { name: 'Taken: Lisinopril' }).click()
    await user.toast(/^Lisinopril taken/).waitFor()
    await until(() => desk.worker.evaluate(isSyncRegistered), { what: 'the registration for the sync' })
    await user.page.close()
    expect(await logOf(user)).toEqual([])
    await user.online()
    await until(async () => (await logOf(user)).length > 0, { timeout: 20_000, what: 'the dose' })
    expect(await logOf(user)).toEqual(['taken Lisinopril'])
  })

  it('shows the dose in the page that is open, over a form that is being filled in', async () => {
    const { user, desk, slots } = await deviceAtRest([{ name: 'Prednisone', minutes: [-1] }])
    const [slot = ''] = slots
    await desk.push(reminderPush(user, slots))
    await desk.awaitShown(({ length }) => length === 1)
    await user.newTab('/medications?add=1')
    await user.dialog('Add Medication').getByLabel('Name', { exact: true }).fill('Half a name')
    expect(await desk.click(slot)).toEqual([])
    await user.dialog('Prednisone').waitFor()
    await user.dialog('Prednisone').getByRole('button', { name: 'Close' }).first().click()
    expect(await user.dialog('Add Medication').getByLabel('Name', { exact: true }).inputValue()).toBe('Half a name')
  })
})

describe('R5.7 the number on the app’s icon', () => {
  it('is what is due, by the page and by the worker, whose sign-out clears it', async () => {
    const user = await screens.user()
    let badge: number | undefined
    await user.context.exposeFunction('noteBadge', (count: number) => {
      badge = count
    })
    await user.context.addInitScript(watchBadge)
    await user.signUp()
    await user.workerReady()
    await planDay(user, [
      { name: 'Metformin', minutes: [-1] },
      { name: 'Ramipril', minutes: [-20, 200] },
    ])
    const is = (count: number) => until(() => badge === count, { what: `${count} on the icon, not ${badge}` })
    await is(2)
    await user.page.getByRole('button', { name: 'Taken: Ramipril' }).click()
    await is(1)
    await user.saved()

    const desk = await openDesk(user)
    await desk.worker.evaluate(watchBadge)
    await user.page.close()
    await desk.periodic('reminders')
    await until(async () => (await badgeOfWorker(desk)) === 1, { what: '1 by the worker' })
    await user.offline()
    await user.newTab('/api/logout')
    await user.page.getByRole('link', { name: /^Sign out/ }).click()
    await user.page.getByRole('heading', { name: 'Signed out on this device' }).waitFor()
    expect(await badgeOfWorker(desk)).toBe(0)
  })

  it('is cleared by “Log out”', async () => {
    const { user } = await deviceAtRest([{ name: 'Digoxin', minutes: [-1] }])
    let badge: number | undefined
    await user.context.exposeFunction('noteBadge', (count: number) => {
      badge = count
    })
    await user.context.addInitScript(watchBadge)
    await user.newTab('/')
    await until(() => badge === 1, { what: '1 on the icon' })
    await user.page.getByRole('button', { name: 'Log out' }).click()
    await until(() => badge === 0, { what: 'no number on the icon' })
  })
})
