import type {
  AppointmentId,
  DeviceId,
  DocumentId,
  DoseEventId,
  MedicationId,
  PrescriptionId,
  UserId,
} from '../lib/ids.ts'
import { type Instant, toInstant } from '../lib/instant.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import { instantAt } from '../lib/zone.ts'
import type { Appointment } from '../records/appointment.ts'
import type { MedicalDocument } from '../records/document.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import type { ListedPerson } from '../records/person.ts'
import type { Prescription } from '../records/prescription.ts'
import type { CurrentUser } from '../records/user.ts'
import type { Plan, PlanVersion } from '../schedule/plan.ts'
import { slotIdOf } from '../schedule/slot-id.ts'

/** Records for tests: complete and plain, so that a test only names what it is about. */

export const SYDNEY = 'Australia/Sydney'

/** Returns an id in the form of a UUIDv7 that ends in this number. */
export const sampleId = <Id extends string>(number: number): Id =>
  `01900000-0000-7000-8000-${String(number).padStart(12, '0')}` as Id

/** Somebody whom an account looks after. */
export const samplePerson = (): ListedPerson => ({
  id: sampleId(700),
  name: 'Mia',
  colour: 'green',
  relation: 'daughter',
  isSelf: false,
  role: 'owner',
  timeZone: 'Australia/Sydney',
  sharedBy: null,
  grantId: null,
  sharedUntil: null,
  isWithheld: false,
  hasPremium: null,
  emergency: null,
})

export const METFORMIN = sampleId<MedicationId>(1)
export const DEVICE = sampleId<DeviceId>(900)

/** A red square of 8 × 8 pixels, as a JPEG in base64. */
export const RED_PHOTO = [
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBD',
  'ARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAgD',
  'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAA',
  'BAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCeAKvP/9k=',
].join('')

export const day = (text: string): LocalDate => text as LocalDate
export const times = (...texts: string[]): LocalTime[] => texts as LocalTime[]
/** Returns a local time in the zone, such as `2026-11-20 08:00`, in milliseconds since the epoch. */
export function at(wall: string, zone: string = SYDNEY): number {
  const [date = '', time = ''] = wall.split(' ')
  return instantAt(date as LocalDate, time as LocalTime, zone)
}
export const instant = (wall: string, zone: string = SYDNEY): Instant => toInstant(at(wall, zone))

export const samplePlan = (plan: Partial<Plan> = {}): Plan => ({
  schedule: { kind: 'daily' },
  reminderTimes: times('08:00', '20:00'),
  startDate: null,
  endDate: null,
  ...plan,
})

/** Metformin at 8:00 and 20:00 since the start of November 2026. Its plan is that of the last version. */
export function sampleMedication(
  fields: Partial<Omit<Medication, keyof Plan | 'versions'>> = {},
  plans: (Partial<Plan> & { from?: string })[] = [{}],
): Medication {
  const versions: PlanVersion[] = plans.map(({ from, ...plan }) => ({
    ...samplePlan(plan),
    effectiveFrom: instant(from ?? '2026-11-01 00:00'),
  }))
  const { effectiveFrom: _, ...last } = versions.at(-1) ?? { ...samplePlan(), effectiveFrom: null }
  return {
    id: METFORMIN,
    name: 'Metformin XR',
    dosage: '1000 mg',
    frequency: 'twice a day',
    instructions: 'With food',
    important: false,
    ...last,
    versions,
    stoppedAt: null,
    createdAt: instant('2026-11-01 00:00'),
    updatedAt: instant('2026-11-01 00:00'),
    ...fields,
  }
}

/** A saved test record of 20 November 2026. */
export const sampleDocument = (fields: Partial<MedicalDocument> = {}): MedicalDocument => {
  const id = fields.id ?? sampleId<DocumentId>(70)
  return {
    id,
    documentName: 'Blood test',
    documentType: 'test_record',
    documentDate: day('2026-11-20'),
    imageUrl: `/api/medical-documents/${id}/image`,
    createdAt: instant('2026-11-20 00:00'),
    updatedAt: instant('2026-11-20 00:00'),
    ...fields,
  }
}

/** An appointment with Dr. Lee on 27 November 2026 at half past two. */
export const sampleAppointment = (fields: Partial<Appointment> = {}): Appointment => ({
  id: sampleId<AppointmentId>(50),
  doctorName: 'Dr. Ivy Lee',
  specialty: 'Cardiology',
  location: 'City Clinic',
  notes: '',
  phoneNumber: '',
  appointmentDate: day('2026-11-27'),
  appointmentTime: '14:30' as LocalTime,
  remindBefore: [],
  isCompleted: false,
  createdAt: instant('2026-11-01 00:00'),
  updatedAt: instant('2026-11-01 00:00'),
  ...fields,
})

/** A "taken" for Metformin's slot of 2026-11-20 08:00, at 8:02; `slot: null` makes it an extra dose. */
export function sampleEvent(
  number: number,
  fields: Partial<Omit<DoseEvent, 'id'>> & { slot?: string | null } = {},
): DoseEvent {
  const { slot = '2026-11-20 08:00', ...rest } = fields
  const medicationId = rest.medicationId ?? METFORMIN
  const [date, time] = slot === null ? [null, null] : (slot.split(' ') as [LocalDate, LocalTime])
  return {
    id: sampleId<DoseEventId>(number),
    medicationId,
    slotId: date === null ? null : slotIdOf(medicationId, date, time),
    kind: 'taken',
    at: instant('2026-11-20 08:02'),
    loggedAt: instant('2026-11-20 08:02'),
    until: null,
    undoes: null,
    deviceId: DEVICE,
    deviceName: 'Phone',
    amount: null,
    unit: null,
    note: null,
    snapshot: { name: 'Metformin XR', dosage: '1000 mg', date, time },
    ...rest,
  }
}

/** An adult in Sydney with a verified age and no plan. */
export const sampleUser = (fields: Partial<CurrentUser> = {}): CurrentUser => ({
  id: sampleId<UserId>(700),
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: null,
  isAdmin: false,
  dateOfBirth: day('1980-05-17'),
  ageVerified: true,
  parentalConsentRequired: false,
  parentalConsentGiven: false,
  hasUsedTrial: false,
  subscriptionStatus: null,
  subscriptionPlan: 'free',
  subscriptionEndsAt: null,
  timeZone: SYDNEY,
  ...fields,
})

/** A scan of a label that names no medication. */
export function samplePrescription(prescription: Partial<Prescription> = {}): Prescription {
  const id = prescription.id ?? sampleId<PrescriptionId>(400)
  return {
    id,
    scanType: 'prescription',
    uploadMethod: 'upload',
    imageUrl: `/api/prescriptions/${id}/image`,
    ocrText: '',
    doctorName: null,
    pharmacyName: null,
    prescriptionDate: null,
    extractedMedications: [],
    createdAt: instant('2026-11-20 09:00'),
    ...prescription,
  }
}
