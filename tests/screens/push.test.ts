import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { MedicationId, SlotId } from '#domain/lib/ids.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import type { PushDevicesAnswer } from '#domain/protocol/push-answers.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import type { Desk } from '#tests/e2e/support/notifications.ts'
import { readWaiting, reminderPush } from '#tests/e2e/support/pushes.ts'
import { dateIn } from '#tests/e2e/support/zones.ts'
import { until } from '#tests/support/wait.ts'
import { setPermission } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'
import { type DeviceWorker, openDesk } from './support/worker.ts'

const screens = setUpScreens()

interface AtRest {
  user: User
  desk: Desk<DeviceWorker>
  /** The slots of the planned medications, in the same order. */
  slots: SlotId[]
}

/** Creates a device that holds today's doses, with every page of the app closed. */
async function deviceAtRest(medications: Parameters<typeof planDay>[1]): Promise<AtRest> {
  const user = await screens.user()
  await user.signUp()
  const ids = await planDay(user, medications)
  for (const { name } of medications) await user.page.getByText(name).first().waitFor()
  const today = dateIn(user.timeZone, 0) as LocalDate
  const planned = await user.medicationsOnServer()
  const slots = ids.map((id) => {
    const [time] = planned.find((one) => one.id === id)?.reminderTimes ?? []
    return slotIdOf(id as MedicationId, today, time as LocalTime)
  })
  user.page.close()
  return { user, desk: openDesk(user), slots }
}

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

/** From the next page on, reports what page and worker put on the app's icon. */
function watchBadge(user: User): { count: number | undefined } {
  const badge: { count: number | undefined } = { count: undefined }
  const show = async (count: number) => void Object.assign(badge, { count })
  Object.assign(user.device.navigator, { setAppBadge: show, clearAppBadge: () => show(0) })
  return badge
}

describe('a push with no page open', () => {
  it('R5.11 asks for a dose that was taken here and undone on another device since', async () => {
    const { user, desk, slots } = await deviceAtRest([{ name: 'Digoxin', minutes: [-1] }])
    const [slot = ''] = slots
    await desk.push(reminderPush(user, slots))
    await desk.awaitShown(({ length }) => length === 1)
    await desk.click(slot, 'taken')
    const isDelivered = async () => (await desk.worker.evaluate(readWaiting)).length === 0
    await until(async () => (await isDelivered()) && (await logOf(user)).length === 1, { what: 'the dose' })
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
    await until(async () => (await logOf(user)).length > 0, { what: 'the snooze' })
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
    expect(shown?.path).toBe('/reminders')
    await desk.click(shown?.tag ?? '', 'taken')
    await until(async () => (await logOf(user)).length === 2, { what: 'both doses' })
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
    await until(async () => (await logOf(user)).length > 0, { what: 'the snooze' })
    const [event] = await user.dosesOnServer()
    expect(Date.parse(event?.until ?? '') - Date.parse(event?.loggedAt ?? '')).toBe(30 * 60_000)
  })

  it('that is broken or hostile shows one neutral notification, and the worker stays whole', async () => {
    const { user, desk, slots } = await deviceAtRest([{ name: 'Insulin', minutes: [-1] }])
    const neutral = { title: 'Dosewell', body: 'Nothing is due right now.', stays: false, path: '/' }
    await desk.periodic('reminders')
    await desk.awaitShown(([shown]) => shown?.body.startsWith('Time to take Insulin') === true)
    await desk.click(slots[0] ?? '', 'taken')
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
    expect(await logOf(user)).toEqual(['taken Insulin'])
  })

  it('after signing out says nothing about anybody', async () => {
    const { user, desk, slots } = await deviceAtRest([{ name: 'Clozapine', minutes: [-1] }])
    await user.newTab('/')
    await user.page.getByRole('button', { name: 'Log out' }).click()
    await user.page.getByRole('link', { name: 'Login' }).waitFor()
    user.page.close()
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
    expect(await desk.worker.evaluate(readWaiting)).toEqual(['taken Ramipril'])
    await user.online()
    await desk.periodic('reminders')
    await until(async () => (await logOf(user)).length > 0, { what: 'the dose' })
  })
})

describe('Reminder health', () => {
  it('R4.5 says so when the browser’s push service does not answer; the app works meanwhile', async () => {
    const user = await screens.user()
    setPermission(user, 'granted').offerPush()
    await user.signUp()
    await user.open('/settings/reminders')
    await user.page.getByRole('button', { name: 'Turn on reminders' }).click()
    await user.page.getByText('Setting up', { exact: true }).first().waitFor()
    await user.addMedication({ name: 'Metformin', dosage: '500 mg', times: '8 am', ongoing: true })
    await user.page.clock.install()
    await user.open('/settings/reminders')
    const isNotAnswering = user.page.getByText('This browser’s push service is not answering.')
    // No matter when the attempt began: it is abandoned after 20 s of the page's time.
    const isSaid = async () => {
      await user.page.clock.fastForward(5_000)
      return isNotAnswering.isVisible()
    }
    await until(isSaid, { timeout: 30_000, interval: 250, what: 'the sentence' })
    const { body } = await user.call<PushDevicesAnswer>('GET', '/api/push/subscription')
    expect(body.devices).toEqual([])
  })
})

describe('R5.7 the number on the app’s icon', () => {
  it('is what is due, by the page and by the worker, and is cleared by “Log out”', async () => {
    const user = await screens.user()
    const badge = watchBadge(user)
    const is = (count: number) => until(() => badge.count === count, { what: `${count} on the icon` })
    await user.signUp()
    await planDay(user, [
      { name: 'Metformin', minutes: [-1] },
      { name: 'Ramipril', minutes: [-20, 200] },
    ])
    await is(2)
    user.page.close()
    const desk = openDesk(user)
    badge.count = undefined
    await desk.periodic('reminders')
    expect(badge.count, 'by the worker').toBe(2)

    await user.newTab('/')
    await user.page.getByRole('button', { name: 'Taken: Ramipril' }).click()
    await is(1)
    await user.saved()
    await user.page.getByRole('button', { name: 'Log out' }).click()
    await is(0)
  })
})
