import type { UserId } from '#domain/lib/ids.ts'
import { appointmentsOf } from '#domain/reminders/appointment-reminders.ts'
import type { KnownState } from '#domain/reminders/push-notices.ts'
import type { PushPayload } from '#domain/reminders/push-payload.ts'
import { SYDNEY, sampleId } from '#domain/testing/samples.ts'

/** The user that pushes are for, who is signed in. */
export const USER = sampleId<UserId>(500)

/** Returns a push for USER as it arrives. */
export const samplePush = (fields: Partial<PushPayload> = {}): PushPayload => ({
  title: 'Medication Reminder',
  body: 'From the server',
  tag: '',
  path: '/',
  slotIds: [],
  user: USER,
  person: null,
  initial: null,
  id: null,
  kind: 'reminder',
  silent: false,
  wording: null,
  ...fields,
})

/** Returns what the worker found out on a device of USER with nothing to announce, except as given in the fields. */
export const sampleKnownState = (fields: Partial<KnownState> & Pick<KnownState, 'now'>): KnownState => ({
  kind: 'known',
  account: USER,
  user: USER,
  person: null,
  zone: SYDNEY,
  views: [],
  due: [],
  granted: false,
  early: [],
  grantedEarly: new Set(),
  quiet: new Set(),
  unannounced: [],
  appointments: appointmentsOf([], [], SYDNEY, fields.now),
  grantedAppointments: new Set(),
  wording: 'full',
  ...fields,
})
