import { describe, expect, it } from 'vitest'
import { doseViews } from '#domain/doses/dose-views.ts'
import type { MedicationId, UserId } from '#domain/lib/ids.ts'
import { type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import type { Wording } from '#domain/protocol/push.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { dueReminders, type Stage } from '#domain/reminders/alerts.ts'
import { appointmentsOf } from '#domain/reminders/appointment-reminders.ts'
import { isForHere, type LocalState, noticesForCheck, noticesForPush } from '#domain/reminders/push-notices.ts'
import type { PushPayload } from '#domain/reminders/push-payload.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import {
  at,
  day,
  instant,
  METFORMIN,
  SYDNEY,
  sampleEvent,
  sampleId,
  sampleMedication,
  times,
} from '#domain/testing/samples.ts'
import { askForReminders, dismissReminders } from '#src/data/notification-log.ts'
import { testDevice } from '#src/testing/device.ts'
import { sampleKnownState, samplePush, USER } from '#src/testing/pushes.ts'

const TODAY = day('2026-11-20')
const EIGHT = '08:00' as LocalTime
const RAMIPRIL = sampleId<MedicationId>(2)

const slotOf = (medication: MedicationId) => slotIdOf(medication, TODAY, EIGHT)
const METFORMIN_SLOT = slotOf(METFORMIN)

const metformin = sampleMedication({}, [{ reminderTimes: times('08:00') }])
const ramipril = sampleMedication({ id: RAMIPRIL, name: 'Ramipril', dosage: '' }, [{ reminderTimes: times('08:00') }])

interface Local {
  medications?: (typeof metformin)[]
  events?: DoseEvent[]
  now?: string
  granted?: boolean
  wording?: Wording
  unannounced?: boolean
  appointments?: Appointment[]
}

function known({
  medications = [metformin],
  events = [],
  now = '2026-11-20 08:01',
  granted = true,
  wording = 'full',
  unannounced = false,
  appointments = [],
}: Local) {
  const { slots } = doseViews({ medications, events, from: TODAY, to: TODAY, zone: SYDNEY, now: at(now) })
  const due = dueReminders(slots, at(now))
  return sampleKnownState({
    now: at(now),
    views: slots,
    due,
    granted: granted && due.length > 0,
    unannounced: unannounced ? slots : [],
    appointments: appointmentsOf(appointments, [], SYDNEY, at(now)),
    grantedAppointments: new Set(
      granted ? appointmentsOf(appointments, [], SYDNEY, at(now)).due.map(({ id }) => id) : [],
    ),
    wording,
  })
}

/** A push that does not say whom it is for. */
const payload = (fields: Partial<PushPayload> = {}) =>
  samplePush({
    tag: METFORMIN_SLOT,
    path: `/?dose=${METFORMIN_SLOT}`,
    slotIds: [METFORMIN_SLOT],
    user: null,
    ...fields,
  })

const taken = sampleEvent(1, { kind: 'taken', at: instant('2026-11-20 08:02') })

describe('what a push shows', () => {
  it('one dose due: the words of local data, ringing, under the tag of its slot', () => {
    expect(noticesForPush(payload(), known({}))).toEqual([
      {
        title: 'Medication Reminder',
        body: 'Time to take Metformin XR (1000 mg) at 8:00 AM',
        tag: METFORMIN_SLOT,
        silent: false,
        renotify: true,
        stays: true,
        initial: null,
        data: { kind: 'reminder', user: USER, slotIds: [METFORMIN_SLOT], path: `/?dose=${METFORMIN_SLOT}` },
      },
    ])
  })

  it('the stage of the clock is in the title', () => {
    const [notice] = noticesForPush(payload(), known({ now: '2026-11-20 08:05' }))
    expect(notice?.title).toBe('Medication Reminder (5 min reminder)')
  })

  it('several doses due: one notification that lists them', () => {
    const shown = noticesForPush(payload(), known({ medications: [metformin, ramipril] }))
    expect(shown).toMatchObject([
      {
        body: 'Time to take Metformin XR (1000 mg) at 8:00 AM\nTime to take Ramipril at 8:00 AM',
        tag: 'at:2026-11-20T08:00',
        data: { slotIds: [METFORMIN_SLOT, slotOf(RAMIPRIL)], path: '/reminders' },
      },
    ])
  })

  it('announced before by a page: shown again without a sound, and never both silent and renotified', () => {
    expect(noticesForPush(payload(), known({ granted: false }))).toMatchObject([
      { tag: METFORMIN_SLOT, silent: true, renotify: false },
    ])
  })

  it('logged offline: says quietly when', () => {
    expect(noticesForPush(payload(), known({ events: [taken], now: '2026-11-20 08:05' }))).toMatchObject([
      {
        title: 'Metformin XR',
        body: 'Already logged at 8:02 AM',
        tag: METFORMIN_SLOT,
        silent: true,
        renotify: false,
        stays: false,
      },
    ])
  })

  it('a group whose doses are all logged is known by its tag', () => {
    const group = payload({ tag: 'at:2026-11-20T08:00', slotIds: [] })
    expect(noticesForPush(group, known({ events: [taken], now: '2026-11-20 08:05' }))).toMatchObject([
      { body: 'Already logged at 8:02 AM', tag: 'at:2026-11-20T08:00' },
    ])
  })

  it('of a pair with one logged only the other is shown', () => {
    const local = known({ medications: [metformin, ramipril], events: [taken], now: '2026-11-20 08:05' })
    expect(noticesForPush(payload(), local)).toMatchObject([{ data: { slotIds: [slotOf(RAMIPRIL)] } }])
  })

  it('R10.5 about supplies: as it came, without buttons, and beside no reminder', () => {
    const supplies = payload({
      kind: 'supply',
      title: 'Your supplies',
      body: 'Metformin runs out in 7 days.',
      tag: 'supply',
      path: '/',
      slotIds: [],
    })
    const shown = {
      title: 'Your supplies',
      tag: 'supply',
      silent: false,
      stays: false,
      data: { slotIds: [], path: '/' },
    }
    expect(noticesForPush(supplies, known({}))).toMatchObject([shown])
    const [discreet] = noticesForPush(supplies, known({ wording: 'discreet' }))
    expect(discreet).toMatchObject({ title: 'You have a reminder', body: '' })
  })

  it('about a dose this device does not know yet: the payload as it came', () => {
    const strange = payload({ tag: 'b'.repeat(22), slotIds: ['b'.repeat(22) as typeof METFORMIN_SLOT] })
    const shown = noticesForPush(strange, known({ now: '2026-11-20 12:00' }))
    expect(shown).toMatchObject([{ body: 'From the server', tag: 'b'.repeat(22), silent: false }])
  })

  it('about an unknown dose while another is due: both', () => {
    const strange = payload({ tag: 'b'.repeat(22), slotIds: ['b'.repeat(22) as typeof METFORMIN_SLOT] })
    expect(noticesForPush(strange, known({})).map(({ tag }) => tag)).toEqual([METFORMIN_SLOT, 'b'.repeat(22)])
  })

  it('about a known dose that is over and not logged: the payload, since the server had a reason', () => {
    expect(noticesForPush(payload(), known({ now: '2026-11-20 12:00' }))).toMatchObject([
      { body: 'From the server', stays: true },
    ])
  })

  it('no payload and nothing due: a quiet and true sentence', () => {
    expect(noticesForPush(null, known({ now: '2026-11-20 12:00' }))).toMatchObject([
      { title: 'Dosewell', body: 'Nothing is due right now.', silent: true, stays: false },
    ])
  })

  it('no payload and something due: what is due', () => {
    expect(noticesForPush(null, known({}))).toMatchObject([{ tag: METFORMIN_SLOT }])
  })

  it('R3.8 settled elsewhere: replaces the reminder without a sound and asks for nothing, whatever this device still believes', () => {
    const settled = payload({
      kind: 'settled',
      silent: true,
      title: 'Metformin XR',
      body: 'Logged at 8:02 AM',
    })
    expect(noticesForPush(settled, known({}))).toMatchObject([
      {
        title: 'Metformin XR',
        body: 'Logged at 8:02 AM',
        tag: METFORMIN_SLOT,
        silent: true,
        renotify: false,
        stays: false,
      },
    ])
  })

  it('R3.8 one of a group settled elsewhere: the rest of it stays, without a sound', () => {
    const rest = payload({ silent: true, tag: 'at:2026-11-20T08:00' })
    expect(noticesForPush(rest, known({ medications: [metformin, ramipril] }))).toMatchObject([
      { body: 'From the server', silent: true, renotify: false, stays: true },
    ])
  })

  it('a test: its own words and no buttons, also while a dose is due', () => {
    const test = payload({ kind: 'test', title: 'Test reminder', tag: 'test', slotIds: [] })
    expect(noticesForPush(test, known({}))).toMatchObject([
      { title: 'Test reminder', tag: 'test', silent: false, renotify: true, stays: false },
    ])
  })

  it.each<[string, PushPayload, LocalState]>([
    ['by the words of the push', payload({ wording: 'discreet' }), known({})],
    ['by the setting of this device, which the server may not know yet', payload(), known({ wording: 'discreet' })],
    ['about a dose this device does not know', payload({ slotIds: [], tag: 'x' }), known({ wording: 'discreet' })],
    [
      'settled elsewhere',
      payload({ kind: 'settled', silent: true, title: 'Metformin XR' }),
      known({ wording: 'discreet' }),
    ],
    ['logged here', payload({ wording: 'discreet' }), known({ events: [taken], now: '2026-11-20 08:05' })],
  ])('R3.7 discreet %s: no name and no dose', (_name, said, local) => {
    const shown = noticesForPush(said, local)
    expect(shown.length).toBeGreaterThan(0)
    for (const { title } of shown) expect(title).toBe('You have a reminder')
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toMatch(/Metformin|1000 mg|From the server/)
  })

  it('R5.4 is reported as shown where it was for whoever is signed in, or where nobody can tell', () => {
    const mine = payload({ user: USER })
    const other = payload({ user: sampleId<UserId>(501) })
    expect([isForHere(mine, known({})), isForHere(mine, { kind: 'unknown' })]).toEqual([true, true])
    expect([isForHere(other, known({})), isForHere(mine, { kind: 'signed-out' })]).toEqual([false, false])
  })

  it('local data did not answer in time: the payload', () => {
    expect(noticesForPush(payload(), { kind: 'unknown' })).toMatchObject([{ body: 'From the server' }])
  })

  it('signed out here: nothing of the payload', () => {
    const [notice, ...others] = noticesForPush(payload(), { kind: 'signed-out' })
    expect(others).toEqual([])
    expect(JSON.stringify(notice)).not.toContain('From the server')
  })

  it('for another user of this device: nothing of the payload', () => {
    const shown = noticesForPush(payload({ user: sampleId<UserId>(501) }), known({}))
    expect(JSON.stringify(shown)).not.toContain('From the server')
    expect(shown).toHaveLength(1)
  })

  it.each<[string, LocalState]>([
    ['known', known({ now: '2026-11-20 12:00' })],
    ['signed out', { kind: 'signed-out' }],
    ['unknown', { kind: 'unknown' }],
  ])('always shows something (%s)', (_name, local) => {
    for (const said of [payload(), null]) expect(noticesForPush(said, local).length).toBeGreaterThan(0)
  })
})

describe('R5.14 what has been answered here without being logged, or was announced to the end', () => {
  const START = instant('2026-11-20 08:00')
  const snoozed = sampleEvent(1, {
    kind: 'snoozed',
    at: instant('2026-11-20 08:01'),
    until: instant('2026-11-20 08:31'),
  })

  interface Past extends Local {
    /** Stages that a page announced. */
    announced?: Stage[]
    dismissed?: MedicationId[]
  }

  /** Returns what a push leads to on a device with that log. */
  async function shownAt(now: string, { announced = [], dismissed = [], ...local }: Past, said = payload()) {
    const { db } = await testDevice()
    const state = known({ ...local, now })
    for (const stage of announced) {
      const { views } = known({ now: '2026-11-20 08:00' })
      await askForReminders(db, { now: at('2026-11-20 08:00') + stage * MINUTE, doses: views, appointments: [] })
    }
    const reminders = dismissed.map((medication) => ({ slotId: slotOf(medication), start: START, stage: 0 }))
    await dismissReminders(db, reminders, at(now))
    const { doses, fresh, quiet } = await askForReminders(db, { now: at(now), doses: state.views, appointments: [] })
    return noticesForPush(said, { ...state, due: doses, granted: fresh.size > 0, quiet })
  }
  const quietly = [
    {
      body: 'Time to take Metformin XR (1000 mg) at 8:00 AM',
      tag: METFORMIN_SLOT,
      silent: true,
      renotify: false,
    },
  ]
  const aloud = [{ silent: false, renotify: true }]

  it.each(['08:05', '08:10', '08:12', '08:16'])(
    'dismissed: its later stages are shown without a sound (%s)',
    async (now) => {
      const past = { announced: [0 as const], dismissed: [METFORMIN] }
      expect(await shownAt(`2026-11-20 ${now}`, past)).toMatchObject(quietly)
    },
  )

  it('snoozed: nothing sounds before the snooze ends, and then it does', async () => {
    expect(await shownAt('2026-11-20 08:07', { events: [snoozed] })).toMatchObject(quietly)
    expect(await shownAt('2026-11-20 08:31', { events: [snoozed] })).toMatchObject(aloud)
  })

  it('snoozed: a dismissal of before does not silence its end', async () => {
    const past = { events: [snoozed], dismissed: [METFORMIN] }
    expect(await shownAt('2026-11-20 08:31', past)).toMatchObject(aloud)
  })

  it('snoozed: a push some seconds before the end is the ring of a server whose clock is ahead', async () => {
    expect(await shownAt('2026-11-20 08:30', { events: [snoozed] })).toMatchObject(aloud)
  })

  it('announced to its last stage: nothing sounds after it', async () => {
    expect(await shownAt('2026-11-20 08:12', { announced: [0, 5, 10] })).toMatchObject(quietly)
  })

  it('sounds where the last stage was not announced, or where it may be of a snooze this device has not heard of', async () => {
    expect(await shownAt('2026-11-20 08:12', { announced: [0, 5] })).toMatchObject(aloud)
    expect(await shownAt('2026-11-20 08:16', { announced: [0, 5, 10] })).toMatchObject(aloud)
  })

  it('of a group only what is neither logged nor quiet sounds', async () => {
    const group = payload({ tag: 'at:2026-11-20T08:00', slotIds: [METFORMIN_SLOT, slotOf(RAMIPRIL)] })
    const medications = [metformin, ramipril]
    expect(await shownAt('2026-11-20 08:05', { medications, dismissed: [METFORMIN] }, group)).toMatchObject([
      { ...aloud[0], data: { slotIds: [slotOf(RAMIPRIL)] } },
    ])
    expect(
      await shownAt('2026-11-20 08:05', { medications, events: [taken], dismissed: [RAMIPRIL] }, group),
    ).toMatchObject([
      {
        body: 'Time to take Ramipril at 8:00 AM',
        tag: 'at:2026-11-20T08:00',
        silent: true,
        renotify: false,
        data: { slotIds: [slotOf(RAMIPRIL)] },
      },
    ])
  })

  it('sounds where the push names a dose too that this device does not know', async () => {
    const strange = payload({ slotIds: [METFORMIN_SLOT, 'b'.repeat(22) as typeof METFORMIN_SLOT] })
    expect(await shownAt('2026-11-20 08:05', { dismissed: [METFORMIN] }, strange)).toMatchObject(aloud)
  })

  it('R3.7 names nothing where names are hidden', async () => {
    const past = { dismissed: [METFORMIN], wording: 'discreet' as const }
    expect(await shownAt('2026-11-20 08:05', past)).toMatchObject([
      { title: 'You have a reminder', body: '', silent: true },
    ])
  })
})

describe('what a periodic check shows', () => {
  it('what is due and was not announced', () => {
    expect(noticesForCheck(known({}))).toMatchObject([{ tag: METFORMIN_SLOT, renotify: true }])
  })

  it('R6.2 what nothing could announce: one quiet list that leads to where it is settled', () => {
    const local = known({ medications: [metformin, ramipril], now: '2026-11-20 12:00', unannounced: true })
    expect(noticesForCheck(local)).toMatchObject([
      {
        title: '2 doses are not logged yet',
        body: 'Metformin XR at 8:00 AM\nRamipril at 8:00 AM',
        silent: true,
        stays: false,
        data: { path: '/reminders' },
      },
    ])
  })

  it('R3.7 the list says no name where names are hidden', () => {
    const local = known({ now: '2026-11-20 12:00', unannounced: true, wording: 'discreet' })
    expect(noticesForCheck(local)).toMatchObject([{ title: 'You have a reminder', body: '' }])
  })

  it.each<[string, LocalState]>([
    ['announced before', known({ granted: false })],
    ['signed out', { kind: 'signed-out' }],
    ['unknown', { kind: 'unknown' }],
  ])('nothing otherwise (%s)', (_name, local) => {
    expect(noticesForCheck(local)).toEqual([])
  })
})
