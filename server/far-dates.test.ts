import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { readList } from '#domain/protocol/lists.ts'
import { planAccount } from './occurrences/due-index.ts'
import { exportOf, importInto, listIn, withList } from './testing/exports.ts'
import { asAdult, type Person, signIn } from './testing/people.ts'
import { jpegOf, multipartOf } from './testing/pictures.ts'
import { asSubscriber, type ReminderFixture, reminderFixture } from './testing/reminders.ts'
import { appointments, doseEvents, medicalDocuments, medications, reminderDue, users } from './testing/tables.ts'
import {
  addAppointment,
  addMedication,
  appointmentBody,
  doseBody,
  type Json,
  medicationBody,
  readLog,
  send,
} from './testing/writes.ts'

/** From another program's end of time, from typing mistakes, and from the beginning of time. */
const FAR = ['9999-12-31', '9999-12-25', '2200-01-01', '1899-12-31', '1000-01-01', '0206-11-20', '0001-01-01']
const RULE = 'must be a date from 1900-01-01 to 2199-12-31.'
const INSTANTS = ['+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z', '9999-12-31T23:59:59.999Z']

let stage: ReminderFixture
let ada: Person
let medicationId: string
let appointmentId: string
let documentId: string
let picture: Buffer
const addDocument = async (person: Person): Promise<{ id: string }> => {
  const fields = { documentName: 'Referral', documentType: 'referral', documentDate: '2026-01-02' }
  const upload = multipartOf(fields, { bytes: picture })
  return (await person.inject({ method: 'POST', url: '/api/medical-documents/upload', ...upload })).json()
}
beforeAll(async () => {
  stage = await reminderFixture()
  ada = await asSubscriber(stage, 'phone')
  medicationId = (await addMedication(ada)).id
  appointmentId = (await addAppointment(ada)).id
  picture = await jpegOf()
  documentId = (await addDocument(ada)).id
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

const cycle = (anchorDate: string) => ({ kind: 'cycle', daysOn: 21, daysOff: 7, anchorDate })
const interval = (anchorDate: string) => ({ kind: 'interval', everyDays: 2, anchorDate })

/** Returns every call that contains a date, with the field that the response has to name. */
const calls = (date: string): { field: string; method: 'POST' | 'PATCH'; path: string; body: Json }[] => {
  const medication = (field: string, fields: Json) => [
    { field, method: 'POST' as const, path: '/api/medications', body: medicationBody(fields) },
    { field, method: 'PATCH' as const, path: `/api/medications/${medicationId}`, body: fields },
  ]
  return [
    ...medication('startDate', { startDate: date }),
    ...medication('endDate', { endDate: date }),
    ...medication('schedule.anchorDate', { schedule: interval(date) }),
    ...medication('schedule.anchorDate', { schedule: cycle(date) }),
    {
      field: 'appointmentDate',
      method: 'POST',
      path: '/api/appointments',
      body: appointmentBody({ appointmentDate: date, remindBefore: [120, 1440] }),
    },
    {
      field: 'appointmentDate',
      method: 'PATCH',
      path: `/api/appointments/${appointmentId}`,
      body: { appointmentDate: date },
    },
  ]
}

describe.each(FAR)('a record of %s', (date) => {
  it('is refused by every call, which names the field and the rule', async () => {
    for (const { field, method, path, body } of calls(date)) {
      const answer = await send(ada, method, path, body)
      expect([method, path, answer.statusCode, answer.json()]).toEqual([
        method,
        path,
        400,
        expect.objectContaining({ field, error: `${field} ${RULE}` }),
      ])
    }
  })

  it('is refused in a batch, call by call', async () => {
    const asked = calls(date)
    const answer = await send(ada, 'POST', '/api/batch', {
      calls: asked.map(({ field: _field, ...call }) => ({ key: randomUUID(), ...call })),
    })
    expect(answer.statusCode).toBe(200)
    expect(
      answer
        .json<{ results: { status: number; body: Json }[] }>()
        .results.map(({ status, body }) => [status, body.field, body.error]),
    ).toEqual(asked.map(({ field }) => [400, field, `${field} ${RULE}`]))
  })

  it('comes back where an account once held it, from a device or a file, and its account is planned and exported', async () => {
    const exported = await exportOf(ada)
    const [medication] = listIn(exported, 'medications')
    const [appointment] = listIn(exported, 'appointments')
    const [document] = listIn(exported, 'documents')
    const version = ((medication?.versions ?? []) as Json[]).at(-1)
    const held = {
      // A plan that has been corrected since.
      medications: {
        ...medication,
        versions: [
          { ...version, startDate: date, schedule: cycle(date), effectiveFrom: '2020-01-01T00:00:00.000Z' },
          version,
        ],
      },
      appointments: { ...appointment, appointmentDate: date },
      documents: { ...document, documentDate: date },
    }
    const file = { ...exported }
    for (const [name, entry] of Object.entries(held)) Object.assign(file, withList({}, name, [entry]))
    const bea = await asAdult(stage.server, `again-${date}@example.org`)
    const answer = await importInto(bea, file)
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.anything()])
    const again = await exportOf(bea)
    expect(listIn(again, 'medications')).toEqual([expect.objectContaining({ versions: held.medications.versions })])
    expect(listIn(again, 'appointments')).toEqual([expect.objectContaining({ appointmentDate: date })])
    expect(listIn(again, 'documents')).toEqual([expect.objectContaining({ documentDate: date })])

    const putBack = [
      { path: `/api/medications/${medicationId}`, body: held.medications },
      { path: `/api/appointments/${appointmentId}`, body: held.appointments },
    ]
    const given = await send(ada, 'POST', '/api/batch', {
      calls: putBack.map((call) => ({ key: randomUUID(), method: 'PUT', originalSeq: 1, ...call })),
    })
    expect(given.json<{ results: { status: number }[] }>().results.map(({ status }) => status)).toEqual([200, 200])
  })

  it('is refused as the date of a document, with its upload or later', async () => {
    const upload = multipartOf({ documentName: 'Scan', documentDate: date }, { bytes: picture })
    const answers = [
      await ada.inject({ method: 'POST', url: '/api/medical-documents/upload', ...upload }),
      await send(ada, 'PATCH', `/api/medical-documents/${documentId}`, { documentDate: date }),
    ]
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ field: 'documentDate' })])
  })

  it('is refused as a date of birth', async () => {
    const nobody = await signIn(stage.server, `born-${date}@example.org`)
    const answer = await send(nobody, 'POST', '/api/user/verify-age', { dateOfBirth: date })
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ field: 'dateOfBirth' })])
  })
})

describe('a dose', () => {
  it.each(['9999-12-31', '1899-12-31', '0001-01-01'])('planned for %s is refused', async (date) => {
    const answer = await send(ada, 'POST', '/api/doses', doseBody(medicationId, { slot: `${date} 08:00` }))
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({
        field: 'snapshot.date',
        error: expect.stringContaining('must be a date from'),
      }),
    ])
  })

  it.each(['at', 'loggedAt'])('is refused when its %s is beyond all clocks', async (field) => {
    for (const instant of INSTANTS) {
      const answer = await send(ada, 'POST', '/api/doses', doseBody(medicationId, { [field]: instant }))
      expect([instant, answer.statusCode, answer.json()]).toEqual([instant, 400, expect.objectContaining({ field })])
    }
  })

  it('is not snoozed until then', async () => {
    for (const until of INSTANTS) {
      const body = doseBody(medicationId, { kind: 'snoozed', until, slot: '2026-03-02 08:00' })
      const answer = await send(ada, 'POST', '/api/doses', body)
      expect([until, answer.statusCode, answer.json()]).toEqual([
        until,
        400,
        expect.objectContaining({ field: 'until' }),
      ])
    }
  })
})

describe('what is stored from before there was a rule', () => {
  /** Stores valid rows with other dates in their records. */
  async function store(person: Person, date: string): Promise<void> {
    const { db, clock } = stage.server
    const from = toInstant(clock.now() - 30 * DAY)
    for (const row of await db.select().from(medications).where(eq(medications.userId, person.user.id))) {
      const plan = { startDate: date, endDate: '9999-12-31', schedule: cycle(date) }
      const [version] = row.record.versions
      const record = { ...row.record, ...plan, versions: [{ ...version, ...plan, effectiveFrom: from }] }
      await db
        .update(medications)
        .set({ record: record as never })
        .where(eq(medications.id, row.id))
    }
    for (const row of await db.select().from(appointments).where(eq(appointments.userId, person.user.id))) {
      const record = { ...row.record, appointmentDate: date, appointmentTime: '23:59' }
      await db
        .update(appointments)
        .set({ record: record as never })
        .where(eq(appointments.id, row.id))
    }
    for (const row of await db.select().from(medicalDocuments).where(eq(medicalDocuments.userId, person.user.id))) {
      await db
        .update(medicalDocuments)
        .set({ record: { ...row.record, documentDate: date as never } })
        .where(eq(medicalDocuments.id, row.id))
    }
    await db.update(doseEvents).set({ plannedDate: date }).where(eq(doseEvents.userId, person.user.id))
  }

  it.each([...FAR, '9999-12-24', '9999-12-30'])('can be read, planned, edited and deleted: %s', async (date) => {
    const person = await asSubscriber(stage)
    const { id } = await addMedication(person, { important: true })
    const appointment = await addAppointment(person, { remindBefore: [120, 1440] })
    await send(person, 'POST', '/api/doses', doseBody(id, { slot: '2026-03-01 20:00' }))
    await addDocument(person)
    await store(person, date)
    const { db, clock } = stage.server
    for (const zone of ['Australia/Sydney', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Pacific/Apia']) {
      await db.update(users).set({ timeZone: zone }).where(eq(users.id, person.user.id))
      await db.transaction((tx) => planAccount(tx as never, person.user.id, clock.now()))
      await stage.worker.pass()
      expect(readList('medications', (await person.inject('/api/medications')).json())?.records).toHaveLength(1)
      expect(readList('appointments', (await person.inject('/api/appointments')).json())?.records).toHaveLength(1)
      for (const url of [
        '/api/reminders/upcoming',
        '/api/reminders/due-now?hours=8&minutes=0',
        '/api/doses?since=0',
        '/api/doses?since=0&form=columns',
        '/api/medical-documents',
        '/api/user/export',
        '/api/auth/user',
      ]) {
        const answer = await person.inject(url)
        expect([url, answer.statusCode]).toEqual([url, 200])
      }
    }
    expect(await readLog(person)).toHaveLength(1)
    const due = await db.select().from(reminderDue).where(eq(reminderDue.userId, person.user.id))
    for (const { dueAt } of due) expect(dueAt.getUTCFullYear()).toBeLessThan(10_000)
    const moved = { startDate: null, endDate: null, schedule: { kind: 'daily' } }
    const statuses = [
      await send(person, 'PATCH', `/api/medications/${id}`, { instructions: 'With water' }),
      await send(person, 'PATCH', `/api/medications/${id}`, moved),
      await send(person, 'PATCH', `/api/appointments/${appointment.id}`, { notes: 'Bring the list' }),
      await send(person, 'PATCH', `/api/appointments/${appointment.id}`, { appointmentDate: '2026-03-09' }),
      await send(person, 'DELETE', `/api/medications/${id}`),
      await send(person, 'DELETE', `/api/appointments/${appointment.id}`),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
  })
})
