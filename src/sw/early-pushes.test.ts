import { describe, expect, it } from 'vitest'
import { doseViews } from '#domain/doses/dose-views.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { LocalTime } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { DoseNotices } from '#domain/records/dose-notices.ts'
import { dueReminders, reminderKey } from '#domain/reminders/alerts.ts'
import { noticesForCheck, noticesForPush } from '#domain/reminders/push-notices.ts'
import { isNews } from '#domain/reminders/push-payload.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '#domain/testing/samples.ts'
import { askForReminders } from '#src/data/notification-log.ts'
import { testDevice } from '#src/testing/device.ts'
import { sampleKnownState, samplePush } from '#src/testing/pushes.ts'
import { parsePush } from './push-payload.ts'

const TODAY = day('2026-11-20')
const GROUP = 'at:2026-11-20T08:00'
const withNotices = (number: number, name: string, notices: DoseNotices) =>
  sampleMedication({ id: sampleId<MedicationId>(number), name, dosage: '', notices }, [
    { reminderTimes: times('08:00') },
  ])
const metformin = withNotices(1, 'Metformin', { headsUp: 20, followUps: [30] })
const ramipril = withNotices(2, 'Ramipril', { headsUp: 10, followUps: [] })

const viewsAt = (now: string, medications = [metformin], events: DoseEvent[] = []) =>
  doseViews({ medications, events, from: TODAY, to: TODAY, zone: SYDNEY, now: at(now) }).slots

/** A device that was asked at these moments before; `ask` is what its worker knows then. */
async function device(medications = [metformin]) {
  const { db } = await testDevice()
  return async (now: string, events: DoseEvent[] = []) => {
    const views = viewsAt(now, medications, events)
    const decision = await askForReminders(db, { now: at(now), doses: views, appointments: [] })
    const fresh = decision.early.filter(({ reminder }) => decision.fresh.has(reminderKey(reminder)))
    return sampleKnownState({
      now: at(now),
      views,
      due: decision.doses,
      granted: decision.doses.some(({ reminder }) => decision.fresh.has(reminderKey(reminder))),
      quiet: decision.quiet,
      early: decision.early,
      grantedEarly: new Set(fresh.map(({ reminder }) => reminder.slotId)),
    })
  }
}

const [slot] = viewsAt('2026-11-20 07:45')
const METFORMIN_SLOT = slot?.slot.id as NonNullable<typeof slot>['slot']['id']
const push = (fields = {}) =>
  samplePush({
    kind: 'early',
    silent: true,
    title: 'Coming up',
    body: 'As sent',
    tag: GROUP,
    slotIds: [METFORMIN_SLOT],
    ...fields,
  })

describe('R9.6 a push before a dose', () => {
  it('is read as such, and is not news that only replaces something', () => {
    const notification = { title: 'Coming up', silent: true, tag: GROUP, data: { kind: 'early' } }
    const read = parsePush(JSON.stringify({ web_push: 8030, notification }), 'https://dosewell.example')
    expect(read).toMatchObject({ kind: 'early', silent: true })
    expect(read && isNews(read)).toBe(false)
    expect(isNews({ kind: 'settled', silent: true })).toBe(true)
  })

  it('shows the words of local data, quietly, under the tag of the dose', async () => {
    const ask = await device()
    expect(noticesForPush(push(), await ask('2026-11-20 07:45'))).toEqual([
      {
        title: 'Coming up',
        body: 'Metformin at 8:00 AM',
        tag: METFORMIN_SLOT,
        silent: true,
        renotify: false,
        stays: false,
        initial: null,
        data: expect.objectContaining({ kind: 'early', slotIds: [METFORMIN_SLOT] }),
      },
    ])
  })

  it('shows the same one again where a page has shown it: something has to be shown', async () => {
    const ask = await device()
    await ask('2026-11-20 07:41')
    const shown = noticesForPush(push(), await ask('2026-11-20 07:45'))
    expect(shown).toMatchObject([{ title: 'Coming up', tag: METFORMIN_SLOT, silent: true }])
  })

  it('names all doses of the minute that are coming up', async () => {
    const ask = await device([metformin, ramipril])
    await ask('2026-11-20 07:41')
    const shown = noticesForPush(push(), await ask('2026-11-20 07:55'))
    expect(shown).toMatchObject([{ body: 'Metformin at 8:00 AM\nRamipril at 8:00 AM', tag: GROUP, silent: true }])
  })

  it('of a dose that is logged here says so', async () => {
    const ask = await device()
    const taken = sampleEvent(1, { at: instant('2026-11-20 07:50') })
    const shown = noticesForPush(push(), await ask('2026-11-20 07:52', [taken]))
    expect(shown).toMatchObject([{ body: 'Already logged at 7:50 AM', silent: true }])
  })

  it('that comes when the dose is due shows the reminder, with its sound', async () => {
    const ask = await device()
    const shown = noticesForPush(push(), await ask('2026-11-20 08:01'))
    expect(shown).toMatchObject([{ title: 'Medication Reminder', silent: false }])
  })

  it('is shown as sent if it is about other doses, and if this clock may only be behind', async () => {
    const ask = await device()
    const unknown = push({ slotIds: ['x'.repeat(22)] as never, tag: 'at:2026-11-20T09:00' })
    expect(noticesForPush(unknown, await ask('2026-11-20 07:00'))).toMatchObject([{ body: 'As sent', silent: true }])
    expect(noticesForPush(push(), await ask('2026-11-20 07:39'))).toMatchObject([{ body: 'As sent', silent: true }])
  })

  it('of a dose that has no such notice here shows nothing of it', async () => {
    const ask = await device([withNotices(1, 'Metformin', { headsUp: null, followUps: [] })])
    const shown = noticesForPush(push(), await ask('2026-11-20 07:45'))
    expect(shown).toMatchObject([{ body: 'Nothing is due right now.', silent: true }])
  })
})

describe('R9.6 a check with every page closed', () => {
  it('shows what is coming up once', async () => {
    const ask = await device()
    expect(noticesForCheck(await ask('2026-11-20 07:45'))).toMatchObject([{ title: 'Coming up', silent: true }])
    expect(noticesForCheck(await ask('2026-11-20 07:50'))).toEqual([])
  })

  it('sounds for a follow-up', async () => {
    const ask = await device()
    const shown = noticesForCheck(await ask('2026-11-20 08:31'))
    expect(shown).toMatchObject([{ title: 'Medication Reminder (30 min reminder)', silent: false }])
  })
})

it('a dose without notices has none', () => {
  const plain = viewsAt('2026-11-20 08:31', [sampleMedication()])
  expect(dueReminders(plain, at('2026-11-20 08:31'))).toEqual([])
})

describe('R1.9 a push for the old time of a dose that was moved here', () => {
  const moved = sampleEvent(1, {
    kind: 'snoozed',
    movedTo: '10:00' as LocalTime,
    until: instant('2026-11-20 10:00'),
    at: instant('2026-11-20 07:55'),
    loggedAt: instant('2026-11-20 07:55'),
  })
  const ring = push({ kind: 'reminder', silent: false, title: 'Medication Reminder', tag: METFORMIN_SLOT })

  it('makes no sound and says the new time; at that time it sounds', async () => {
    const ask = await device()
    const early = noticesForPush(ring, await ask('2026-11-20 08:00', [moved]))
    expect(early).toMatchObject([{ body: 'Time to take Metformin at 10:00 AM', silent: true }])
    const due = noticesForPush(ring, await ask('2026-11-20 10:00', [moved]))
    expect(due).toMatchObject([{ body: 'Time to take Metformin at 10:00 AM', silent: false }])
  })

  it('before that time there is nothing of its old notice', async () => {
    const ask = await device()
    expect(noticesForCheck(await ask('2026-11-20 07:56', [moved]))).toEqual([])
    expect(noticesForCheck(await ask('2026-11-20 09:45', [moved]))).toMatchObject([
      { title: 'Coming up', body: 'Metformin at 10:00 AM', silent: true },
    ])
  })
})
