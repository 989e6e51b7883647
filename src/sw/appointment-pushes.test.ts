import { describe, expect, it } from 'vitest'
import type { AppointmentId } from '#domain/lib/ids.ts'
import type { Wording } from '#domain/protocol/push.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { appointmentReminderId, appointmentsOf, appointmentTag } from '#domain/reminders/appointment-reminders.ts'
import { type KnownState, type LocalState, noticesForCheck, noticesForPush } from '#domain/reminders/push-notices.ts'
import type { PushPayload } from '#domain/reminders/push-payload.ts'
import { at, day, instant, SYDNEY, sampleAppointment, sampleId } from '#domain/testing/samples.ts'
import { sampleKnownState, samplePush, USER } from '#src/testing/pushes.ts'
import { parsePush } from './push-payload.ts'
import { readForPush } from './push-reading.ts'

/** Friday, November 27, 14:30, with a reminder two hours before. */
const appointment = sampleAppointment({ remindBefore: [120] })
const REMINDER = appointmentReminderId(appointment, 120)

interface Local {
  /** Ids of appointments with a write that waits here. */
  written?: AppointmentId[]
  now?: string
  granted?: boolean
  wording?: Wording
}

function known(
  appointments: Appointment[],
  { written = [], now = '2026-11-27 12:30', granted = true, wording = 'full' }: Local = {},
): KnownState {
  return sampleKnownState({
    now: at(now),
    appointments: appointmentsOf(appointments, written, SYDNEY, at(now)),
    grantedAppointments: new Set(
      granted ? appointmentsOf(appointments, written, SYDNEY, at(now)).due.map(({ id }) => id) : [],
    ),
    wording,
  })
}

const payload = (fields: Partial<PushPayload> = {}) =>
  samplePush({
    title: 'Appointment Reminder',
    tag: appointmentTag(appointment.id),
    path: '/appointments',
    slotIds: [REMINDER],
    kind: 'visit',
    ...fields,
  })

const HERE = 'Appointment with Dr. Ivy Lee in 2 hours, at 2:30 PM\nCity Clinic'
const moved = { ...appointment, appointmentDate: day('2026-11-30') }

describe('a push about an appointment', () => {
  it('R7.5 shows the reminder in the words of this device, with sound where it was granted here', () => {
    expect(noticesForPush(payload(), known([appointment]))).toEqual([
      {
        title: 'Appointment Reminder',
        body: HERE,
        tag: appointmentTag(appointment.id),
        silent: false,
        renotify: true,
        stays: true,
        initial: null,
        data: { kind: 'visit', user: USER, slotIds: [REMINDER], path: '/appointments' },
      },
    ])
    expect(noticesForPush(payload(), known([appointment], { granted: false }))).toMatchObject([
      { body: HERE, silent: true, renotify: false },
    ])
  })

  it('R7.5 of an appointment that this device has not heard of, or that is early by its clock only, stands as it came', () => {
    const asItCame = [{ body: 'From the server', silent: false, stays: true, data: { kind: 'visit' } }]
    expect(noticesForPush(payload(), known([]))).toMatchObject(asItCame)
    expect(noticesForPush(payload(), known([appointment], { now: '2026-11-27 12:29' }))).toMatchObject(asItCame)
    expect(noticesForPush(payload(), { kind: 'unknown' })).toMatchObject(asItCame)
  })

  it.each<[string, KnownState]>([
    ['moved', known([moved])],
    ['completed', known([{ ...appointment, isCompleted: true }])],
    ['rid of its reminder', known([{ ...appointment, remindBefore: [] }])],
    ['deleted, which waits to be sent', known([], { written: [appointment.id] })],
  ])('R5.2 R7.5 of an appointment that is %s here reminds of nothing, and shows something', (_what, local) => {
    expect(noticesForPush(payload(), local)).toMatchObject([
      { title: 'Dosewell', body: 'Nothing is due right now.', silent: true, stays: false },
    ])
  })

  it('R5.6 R7.4 names nobody where the lock screen should not', () => {
    const local = known([appointment], { wording: 'discreet' })
    for (const notices of [noticesForPush(payload(), local), noticesForCheck(local)])
      expect(notices).toMatchObject([{ title: 'You have a reminder', body: '' }])
  })

  it('R7.5 is read as one about an appointment', () => {
    const notification = { title: 'x', body: 'y', tag: 't', data: { kind: 'visit', slotIds: [REMINDER] } }
    expect(parsePush(JSON.stringify({ web_push: 8030, notification }), 'https://here.example')).toMatchObject({
      kind: 'visit',
      slotIds: [REMINDER],
    })
  })

  it('R7.5 any other push, and a check, bring along what is due here and was not announced', () => {
    const other = payload({ kind: 'reminder', slotIds: [], tag: 'x' })
    expect(noticesForPush(other, known([appointment])).map(({ body }) => body)).toEqual([HERE, 'From the server'])
    expect(noticesForPush(other, known([appointment], { granted: false }))).toHaveLength(1)
    expect(noticesForCheck(known([appointment]))).toMatchObject([{ body: HERE }])
    expect(noticesForCheck(known([appointment], { granted: false }))).toEqual([])
  })
})

describe('a reminder that this device does not have', () => {
  /** Holds these appointments until it has fetched those; each reminder is granted once. */
  async function shownBy(held: Appointment[], fetched: Appointment[] | Error): Promise<string[]> {
    let appointments = held
    let fetches = 0
    const asked = new Set<string>()
    const claim = async (): Promise<LocalState> => {
      const local = known(appointments)
      const granted = [...local.grantedAppointments].filter((id) => !asked.has(id))
      for (const id of granted) asked.add(id)
      return { ...local, grantedAppointments: new Set(granted) }
    }
    const fetchNews = async () => {
      fetches += 1
      if (fetched instanceof Error) throw fetched
      appointments = fetched
    }
    const local = await readForPush(payload(), { claim, fetchNews })
    return [`${fetches} fetched`, ...noticesForPush(payload(), local).map(({ body }) => body)]
  }

  it.each<[string, Appointment[], Appointment[] | Error, string[]]>([
    ['known here', [appointment], [], ['0 fetched', HERE]],
    ['new', [], [appointment], ['1 fetched', HERE]],
    ['moved to here by another device', [moved], [appointment], ['1 fetched', HERE]],
    ['moved away by this one', [moved], [moved], ['1 fetched', 'Nothing is due right now.']],
    ['new, without a network', [], new Error('offline'), ['1 fetched', 'From the server']],
  ])('R7.5 is asked for first: %s', async (_what, held, fetched, shown) => {
    expect(await shownBy(held, fetched)).toEqual(shown)
  })

  it('R7.5 keeps what it may announce of other appointments, which the notification log gives out once', async () => {
    const other = { ...appointment, id: sampleId<AppointmentId>(51), doctorName: 'Dr. Other' }
    expect(await shownBy([other], [other])).toEqual([
      '1 fetched',
      expect.stringContaining('Dr. Other in 2 hours'),
      'From the server',
    ])
  })
})

it('R7.3 an appointment that was entered after the time of its reminder brings none', () => {
  const late = { ...appointment, updatedAt: instant('2026-11-27 12:31') }
  expect(known([late], { now: '2026-11-27 12:40' }).appointments.due).toEqual([])
})
