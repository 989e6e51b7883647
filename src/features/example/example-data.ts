import type { DoseAuthor, LoggableSlot } from '#domain/commands/dose-verbs.ts'
import { skipSlot, takeExtra, takeSlot } from '#domain/commands/dose-verbs.ts'
import { addMedication, type NewMedication } from '#domain/commands/medication-effects.ts'
import { t } from '#domain/language/translate.ts'
import type { Amount } from '#domain/lib/amount.ts'
import {
  type AppointmentId,
  type DeviceId,
  type IdSource,
  type MedicationId,
  newId,
  type SupplyEventId,
} from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { addDays, DAY, type LocalTime, localTimeOf, MINUTE, minutesOfDay } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { ListedMedication, Medication } from '#domain/records/medication.ts'
import type { LoggedSupplyEvent } from '#domain/records/supply-event.ts'
import { planSlots } from '#domain/schedule/slots.ts'

/** How much of the past there is, in days. */
const PAST = 60

/** Of a hundred planned doses of the past, so many were forgotten, skipped and taken late. */
const FORGOTTEN = 6
const SKIPPED = 2
const LATE = 10

/** Everything that the example shows. */
export interface ExampleData {
  medications: ListedMedication[]
  doses: LoggedDoseEvent[]
  supplies: LoggedSupplyEvent[]
  appointments: Appointment[]
}

type Plan = Partial<NewMedication> & Pick<NewMedication, 'name' | 'dosage'>

/** One dose is due now, whatever the time: the newest full quarter of an hour. */
const dueNow = (time: LocalTime): LocalTime => localTimeOf(minutesOfDay(time) - (minutesOfDay(time) % 15))

const at = (time: string) => time as LocalTime

function plans(now: LocalTime): Plan[] {
  const tablets = (each: string) => ({ unit: 'tablet', each: each as Amount })
  return [
    {
      // not translated: a name
      name: 'Metformin',
      dosage: '500 mg',
      instructions: t('Take with food'),
      reminderTimes: [dueNow(now)],
      amounts: tablets('1'),
      look: { shape: 'oval', colours: ['white'] },
    },
    {
      // not translated: a name
      name: 'Ramipril',
      dosage: '5 mg',
      reminderTimes: [at('08:00')],
      amounts: { unit: 'capsule', each: '1' as Amount },
      look: { shape: 'capsule', colours: ['red', 'yellow'] },
      important: true,
    },
    {
      // not translated: a name
      name: 'Atorvastatin',
      dosage: '40 mg',
      reminderTimes: [at('21:00')],
      amounts: tablets('1/2'),
      look: { shape: 'round', colours: ['white'] },
    },
    {
      // not translated: a name
      name: 'Vitamin D',
      dosage: '1000 IU',
      schedule: { kind: 'weekdays', days: [1, 4] },
      reminderTimes: [at('12:30')],
      look: { shape: 'capsule', colours: ['yellow'] },
    },
    {
      // not translated: a name
      name: 'Paracetamol',
      dosage: '500 mg',
      schedule: { kind: 'as-needed' },
      reminderTimes: [],
      amounts: tablets('2'),
      limits: { minHours: 4, maxIn24h: '8' as Amount },
    },
  ]
}

/** How many of the medicine with this name are left. */
const LEFT: Record<string, string> = { Metformin: '46', Ramipril: '5', Atorvastatin: '21' }

/**
 * Returns an invented person's medicines as they are now (ms) in this zone: two months of doses of which a few were
 * forgotten, late or skipped, one dose that is due, one medicine that is running out, and two appointments.
 */
export function exampleData(source: IdSource, zone: string): ExampleData {
  const now = source.now()
  const here = localAt(now, zone)
  const since = now - PAST * DAY
  const medications = plans(here.time).map((plan) => medicationOf(plan, source, since))
  return {
    medications: medications.map((medication) => ({ ...medication, isActive: true })),
    doses: [...pastDoses(medications, { source, zone, since }), ...whenNeeded(medications, source)].map(placed),
    supplies: medications.flatMap(({ id, name }) => counted(id, LEFT[name], source)).map(placed),
    appointments: [
      appointment(source, {
        days: 3,
        time: '10:15',
        // not translated: a name
        doctorName: 'Dr Helen Nguyen',
        specialty: t('General practice'),
        zone,
      }),
      appointment(source, {
        days: 16,
        time: '14:30',
        // not translated: a name
        doctorName: 'Dr Amir Haddad',
        specialty: t('Cardiology'),
        zone,
      }),
    ],
  }
}

function medicationOf(plan: Plan, source: IdSource, since: number): Medication {
  const added = addMedication(
    {
      id: newId<MedicationId>(source),
      frequency: '',
      instructions: '',
      important: false,
      schedule: { kind: 'daily' },
      reminderTimes: [],
      startDate: null,
      endDate: null,
      createdAt: toInstant(since),
      ...plan,
    },
    source.now(),
  )
  if (!added.ok) throw new Error(`The example has a medicine that cannot be: ${added.error.error}`)
  return added.value
}

/** Somebody's log at an instant of the past. */
const authorAt = (source: IdSource, moment: number): DoseAuthor => ({
  device: EXAMPLE_DEVICE,
  source: { now: () => moment, randomBytes: (length) => source.randomBytes(length) },
})

/** The device that logged everything: this one. */
export const EXAMPLE_DEVICE = { id: '00000000-0000-4000-8000-000000000000' as DeviceId, name: '' }

/** Returns how each planned dose before now went, except those that are due. The same number decides it every time. */
function pastDoses(
  medications: readonly Medication[],
  { source, zone, since }: { source: IdSource; zone: string; since: number },
) {
  const now = source.now()
  const views: LoggableSlot[] = medications.flatMap((medication) =>
    planSlots(medication, { from: since, to: now - 15 * MINUTE }, zone).map((slot) => ({
      slot,
      ...textsOf(medication),
    })),
  )
  return views.flatMap((view, index) => {
    const luck = (index * 37 + 11) % 100
    const isToday = now - view.slot.at < DAY
    if (luck < FORGOTTEN && !isToday) return []
    const delay = luck < FORGOTTEN + LATE && !isToday ? 95 + luck : luck % 12
    const author = authorAt(source, Math.min(view.slot.at + delay * MINUTE, now))
    const isSkipped = luck >= 100 - SKIPPED
    return [(isSkipped ? skipSlot(author, view, { note: t('Felt unwell') }) : takeSlot(author, view)).args]
  })
}

/** Returns the doses of what is taken only when needed: a few of the last weeks. */
const whenNeeded = (medications: readonly Medication[], source: IdSource) =>
  medications
    .filter(({ schedule }) => schedule.kind === 'as-needed')
    .flatMap((medication) =>
      [2, 9, 10, 31].map((days) => takeExtra(authorAt(source, source.now() - days * DAY), medication).args),
    )

const textsOf = ({ name, dosage }: Medication) => ({ name, dosage })

function counted(medicationId: MedicationId, amount: string | undefined, source: IdSource) {
  if (amount === undefined) return []
  return [
    {
      id: newId<SupplyEventId>(source),
      medicationId,
      kind: 'counted' as const,
      amount: amount as Amount,
      at: toInstant(source.now() - MINUTE),
      expiresOn: null,
      undoes: null,
      note: null,
    },
  ]
}

/** Gives events of a log their places in it. */
const placed = <Event extends { at: LoggedDoseEvent['at'] }>(event: Event, index: number) => ({
  ...event,
  seq: index + 1,
  receivedAt: event.at,
})

interface Visit {
  /** From today. */
  days: number
  time: string
  doctorName: string
  specialty: string
  zone: string
}

function appointment(source: IdSource, { days, time, doctorName, specialty, zone }: Visit): Appointment {
  const made = toInstant(source.now())
  return {
    id: newId<AppointmentId>(source),
    doctorName,
    specialty,
    location: '',
    notes: '',
    phoneNumber: '',
    appointmentDate: addDays(localAt(source.now(), zone).date, days),
    appointmentTime: at(time),
    remindBefore: [],
    isCompleted: false,
    createdAt: made,
    updatedAt: made,
  }
}
