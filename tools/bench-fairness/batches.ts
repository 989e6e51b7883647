import { randomUUID } from 'node:crypto'
import { BATCH_LIMIT, type BatchBody } from '#domain/protocol/batch.ts'
import { doseOf, LONG } from './records.ts'

type Call = BatchBody['calls'][number]

/** Builds a batch with the maximum number of calls: edits, doses, and records that come and go. */
export function fullBatch(medicationIds: readonly string[], round: number): Call[] {
  const calls: Call[] = []
  for (let turn = 0; calls.length < BATCH_LIMIT; turn += 1) calls.push(...turnOf(medicationIds, round, turn))
  return calls.slice(0, BATCH_LIMIT)
}

function turnOf(medicationIds: readonly string[], round: number, turn: number): Call[] {
  const place = (round * 100 + turn) * 7
  const idAt = (offset: number) => medicationIds[(place + offset) % medicationIds.length] as string
  const [medication, appointment] = [randomUUID(), randomUUID()]
  return [
    ...[0, 1, 2, 3].map((offset) => edit(idAt(offset), round)),
    call('POST', '/api/medications', {
      id: medication,
      name: `Added ${round} ${turn}`,
      instructions: LONG.slice(0, 1000),
      reminderTimes: ['08:00', '20:00'],
    }),
    call('POST', '/api/appointments', {
      id: appointment,
      doctorName: `Dr. ${round} ${turn}`,
      specialty: 'Cardiology',
      location: 'City Clinic',
      notes: LONG.slice(0, 500),
      phoneNumber: '02 9876 5432',
      appointmentDate: '2027-03-09',
      appointmentTime: '14:30',
      remindBefore: [],
    }),
    ...Array.from({ length: 12 }, (_, index) => dose(idAt(index), round * 1000 + turn * 12 + index)),
    call('DELETE', `/api/medications/${medication}`),
    call('DELETE', `/api/appointments/${appointment}`),
  ]
}

const call = (method: Call['method'], path: string, body?: unknown): Call => ({
  key: randomUUID() as Call['key'],
  method,
  path,
  ...(body === undefined ? {} : { body }),
})

const edit = (id: string, round: number): Call =>
  call('PATCH', `/api/medications/${id}`, { instructions: `${round} ${LONG.slice(0, 1000)}` })

const dose = (id: string, place: number): Call =>
  call('POST', '/api/doses', doseOf({ id: id as never, name: 'Medicine', dosage: '500 mg' }, place))
