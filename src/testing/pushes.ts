import type { UserId } from '#domain/lib/ids.ts'
import { appointmentsOf } from '#domain/reminders/appointment-reminders.ts'
import type { KnownState, PushPayload } from '#domain/reminders/push-notices.ts'
import { SYDNEY, sampleId } from '#domain/testing/samples.ts'

/** Whom pushes are for, and who is signed in. */
export const USER = sampleId<UserId>(500)

/** A push as it comes, for USER. */
export const samplePush = (fields: Partial<PushPayload> = {}): PushPayload => ({
  title: 'Medication Reminder',
  body: 'From the server',
  tag: '',
  path: '/',
  slotIds: [],
  user: USER,
  id: null,
  kind: 'reminder',
  silent: false,
  wording: null,
  ...fields,
})

/** What the worker found out on a device of USER that has nothing to announce, but for the fields. */
export const sampleKnownState = (fields: Partial<KnownState> & Pick<KnownState, 'now'>): KnownState => ({
  kind: 'known',
  user: USER,
  zone: SYDNEY,
  views: [],
  due: [],
  granted: false,
  quiet: new Set(),
  unannounced: [],
  appointments: appointmentsOf([], [], SYDNEY, fields.now),
  grantedAppointments: new Set(),
  wording: 'full',
  ...fields,
})
