import { hearAppointment } from '@dosewell/reading/appointment'
import { describe, expect, test } from 'vitest'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { sampleAppointment } from '#domain/testing/samples.ts'
import {
  type AppointmentValues,
  changesOf,
  EMPTY_VALUES,
  fieldOf,
  readValues,
  sameValues,
  valuesOf,
  valuesOfWords,
  valuesWith,
} from './form-values.ts'

const appointment = sampleAppointment()
const values = valuesOf(appointment)
const readOk = (typed: AppointmentValues) => {
  const read = readValues(typed)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}

describe('what is typed', () => {
  test('an empty form says what is required, in the words of the specification', () => {
    expect(readValues({ ...EMPTY_VALUES, doctorName: '  ' })).toEqual({
      ok: false,
      error: {
        doctorName: 'Doctor name is required',
        appointmentDate: 'Appointment date is required',
        appointmentTime: 'Appointment time is required',
      },
    })
  })

  test.each(['9999-12-31', '0206-11-20', '12026-11-20'])('the date %s is no appointment’s', (appointmentDate) => {
    const typed = { ...EMPTY_VALUES, doctorName: 'Dr. Wu', appointmentDate, appointmentTime: '14:30' }
    expect(readValues(typed)).toEqual({
      ok: false,
      error: { appointmentDate: 'Choose a date from Jan 1, 1900 to Dec 31, 2199' },
    })
  })

  test('everything but doctor, date and time is optional; texts are trimmed', () => {
    const typed = {
      ...EMPTY_VALUES,
      doctorName: ' Sarah Lee ',
      appointmentDate: '2026-12-01',
      appointmentTime: '14:30',
      heard: null,
    }
    expect(readOk(typed)).toEqual({
      doctorName: 'Sarah Lee',
      specialty: '',
      appointmentDate: '2026-12-01',
      appointmentTime: '14:30',
      location: '',
      notes: '',
      phoneNumber: '',
      remindBefore: [],
    })
  })

  test.each([
    ['doctorName', 200],
    ['specialty', 200],
    ['location', 500],
    ['notes', 2000],
    ['phoneNumber', 50],
  ] as const)('%s takes %d characters and says so', (field, most) => {
    expect(readValues({ ...values, [field]: 'x'.repeat(most) }).ok).toBe(true)
    expect(readValues({ ...values, [field]: 'x'.repeat(most + 1) })).toEqual({
      ok: false,
      error: { [field]: expect.stringContaining(`at most ${most} characters`) },
    })
  })
})

describe('an edit', () => {
  test('writes each text that changed and nothing else', () => {
    expect(changesOf(values, readOk(values))).toEqual({})
    expect(changesOf(values, readOk({ ...values, notes: 'Bring the scan', location: '' }))).toEqual({
      notes: 'Bring the scan',
      location: '',
    })
  })

  test('moves date and time as one unit', () => {
    const { appointmentTime } = appointment
    const moved = readOk({ ...values, appointmentDate: '2027-01-02' })
    expect(changesOf(values, moved)).toEqual({
      when: { appointmentDate: '2027-01-02', appointmentTime },
    })
  })

  test('has the reminders that are ticked, as one unit', () => {
    const ticked = { ...values, twoHoursBefore: true, dayBefore: true }
    expect(changesOf(values, readOk(ticked))).toEqual({ remindBefore: [120, 1440] })
    expect(changesOf(ticked, readOk(ticked))).toEqual({})
    expect(changesOf(ticked, readOk({ ...ticked, twoHoursBefore: false }))).toEqual({ remindBefore: [1440] })
    expect(changesOf(ticked, readOk(values))).toEqual({ remindBefore: [] })
    expect(sameValues(values, ticked)).toBe(false)
    expect(valuesOf({ ...appointment, remindBefore: [1440] })).toMatchObject({
      twoHoursBefore: false,
      dayBefore: true,
    })
  })

  test('that was refused is laid over what is there', () => {
    const { appointmentTime } = appointment
    const when = { appointmentDate: '2027-01-02' as LocalDate, appointmentTime }
    expect(valuesWith(values, { notes: 'New', specialty: undefined, when, remindBefore: [120] })).toEqual({
      ...values,
      notes: 'New',
      appointmentDate: '2027-01-02',
      twoHoursBefore: true,
    })
  })
})

test('dictation fills what was said and keeps the words; nothing of it is lost unasked', () => {
  const heard = ' see Dr. Lee tomorrow '
  const filled = valuesOfWords(heard, hearAppointment(heard, '2026-11-20' as LocalDate))
  expect(filled).toEqual({
    ...EMPTY_VALUES,
    doctorName: 'Lee',
    appointmentDate: '2026-11-21',
    heard: { words: 'see Dr. Lee tomorrow', asks: [], guesses: {} },
  })
  const two = 'Dr. Lee on 1 December at 9 am and Dr. Ng on 8 December at 10 am'
  expect(valuesOfWords(two, hearAppointment(two, '2026-11-20' as LocalDate)).heard).toMatchObject({
    asks: ['There is a second date: “8 December”. If it is a second appointment, add that one too.'],
    guesses: { appointmentDate: { value: '2026-12-01' } },
  })
  const heardOnly = valuesOfWords('hello', hearAppointment('hello', '2026-11-20' as LocalDate))
  expect(sameValues(EMPTY_VALUES, heardOnly)).toBe(false)
})

test.each([
  ['appointmentDate', 'appointmentDate'],
  ['notes.0', 'notes'],
  ['remindBefore', 'doctorName'],
  ['heard', 'doctorName'],
])('an answer that blames %s is told at %s', (blamed, field) => {
  expect(fieldOf(blamed)).toBe(field)
})
