// On both databases: search for records that are alike.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { duplicateAppointment } from '#domain/commands/appointment-effects.ts'
import { duplicateRefusal } from '#domain/commands/medication-effects.ts'
import { type Appointment, isSameAppointment } from '#domain/records/appointment.ts'
import { isSameMedicine, type ListedMedication } from '#domain/records/medication.ts'
import { sized } from '#tests/support/long.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { appointments, medications } from '../testing/tables.ts'
import { appointmentBody, list, listAppointments, medicationBody, send } from '../testing/writes.ts'

let server: TestApp
let person: Person
beforeAll(async () => {
  server = await testApp()
  person = await asAdult(server, 'ada@example.org')
})
afterAll(() => server.close())

const ZONE = 'UTC'
/**
 * Different spellings of a few names: composed and decomposed, with non-breaking spaces, with letters that change
 * length in lower case.
 */
const NAMES = ['Zoloft', 'ZOLO FT', 'zol\u00a0oft', 'Ibuprofène', 'Ibuprofe\u0300ne', 'ßtat', 'İx', 'i̇x', 'K', 'k']
const DOSAGES = ['', '5 mg', '5MG', '5 0mg', '50 mg']

/** Resets rows to how they were before they had a key. */
const forgetKeys = async (table: 'medications' | 'appointments') => {
  await server.db.execute(sql`update ${sql.identifier(table)} set twin_key = null`)
}

const medicationStep = fc.record({
  what: fc.constantFrom('add', 'add', 'edit', 'stop', 'end', 'delete'),
  name: fc.constantFrom(...NAMES),
  dosage: fc.constantFrom(...DOSAGES),
  which: fc.nat(20),
  forgets: fc.nat(6).map((number) => number === 0),
})

it('a medication is refused exactly when an active one of the whole list is the same medicine', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(medicationStep, { maxLength: 12 }), async (steps) => {
      await server.db.delete(medications)
      for (const step of steps) {
        if (step.forgets) await forgetKeys('medications')
        await medicationStepHolds(step)
      }
    }),
    { numRuns: sized({ short: 10, long: 25 }) },
  )
})

type MedicationStep = typeof medicationStep extends fc.Arbitrary<infer S> ? S : never

async function medicationStepHolds({ what, name, dosage, which }: MedicationStep): Promise<void> {
  const others = await list(person)
  const target = others[which % Math.max(1, others.length)]
  const refused = (record: Pick<ListedMedication, 'id' | 'name' | 'dosage'>) =>
    duplicateRefusal(record, others, server.clock.now(), ZONE)?.error
  if (what === 'add') {
    const body = medicationBody({ name, dosage })
    const answer = await send(person, 'POST', '/api/medications', body)
    return expect(answer.json().error).toBe(refused({ id: body.id as never, name, dosage }))
  }
  if (!target) return
  const url = `/api/medications/${target.id}`
  if (what === 'delete') return void (await send(person, 'DELETE', url))
  if (what === 'stop') return void (await send(person, 'PATCH', url, { stoppedAt: '2026-01-01T00:00:00.000Z' }))
  if (what === 'end') return void (await send(person, 'PATCH', url, { endDate: '2020-01-01' }))
  const answer = await send(person, 'PATCH', url, { name, dosage })
  const edited = { ...target, name, dosage }
  expect(answer.json().error).toBe(isSameMedicine(target, edited) ? undefined : refused(edited))
}

const appointmentStep = fc.record({
  what: fc.constantFrom('add', 'add', 'edit', 'complete', 'delete'),
  doctorName: fc.constantFrom(...NAMES),
  appointmentTime: fc.constantFrom('09:00', '14:30'),
  which: fc.nat(20),
  forgets: fc.nat(6).map((number) => number === 0),
})

it('an appointment is refused exactly when an upcoming one of the whole list is the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(appointmentStep, { maxLength: 12 }), async (steps) => {
      await server.db.delete(appointments)
      for (const step of steps) {
        if (step.forgets) await forgetKeys('appointments')
        await appointmentStepHolds(step)
      }
    }),
    { numRuns: sized({ short: 10, long: 25 }) },
  )
})

type AppointmentStep = typeof appointmentStep extends fc.Arbitrary<infer S> ? S : never

async function appointmentStepHolds({ what, which, ...step }: AppointmentStep): Promise<void> {
  const { forgets: _, ...fields } = step
  const others = await listAppointments(person)
  if (what === 'add') {
    const body = appointmentBody(fields)
    const answer = await send(person, 'POST', '/api/appointments', body)
    return expect(answer.json().error).toBe(duplicateAppointment(body as unknown as Appointment, others)?.error)
  }
  const target = others[which % Math.max(1, others.length)]
  if (!target) return
  const url = `/api/appointments/${target.id}`
  if (what === 'delete') return void (await send(person, 'DELETE', url))
  if (what === 'complete') return void (await send(person, 'PATCH', url, { isCompleted: true }))
  const answer = await send(person, 'PATCH', url, fields)
  const edited = { ...target, ...fields } as Appointment
  const isFree = target.isCompleted || isSameAppointment(target, edited)
  const expected = isFree ? null : duplicateAppointment(edited, others)
  if (!target.isCompleted) expect(answer.json().error).toBe(expected?.error)
}

it('a call about one record reads it and what is like it, not the whole list', async () => {
  await server.db.delete(medications)
  for (let number = 0; number < 5; number += 1)
    await send(person, 'POST', '/api/medications', medicationBody({ name: `Medicine ${number}` }))
  const [first] = await list(person)
  // Any code that reads this row takes it for a record.
  await server.db.execute(sql`update medications set record = '{}' where id <> ${first?.id}`)
  const url = `/api/medications/${first?.id}`
  expect((await send(person, 'PATCH', url, { name: 'Renamed' })).statusCode).toBe(200)
  expect((await send(person, 'POST', '/api/medications', medicationBody({ name: 'Another' }))).statusCode).toBe(201)
})
