import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sized } from '#tests/support/long.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import { REMIND_BEFORE } from '../records/appointment.ts'
import { SYDNEY, sampleAppointment } from '../testing/samples.ts'
import { appointmentReminderId } from './appointment-reminders.ts'
import { appointmentsFile } from './icalendar.ts'

const NOW = Date.UTC(2026, 10, 20, 1, 2, 3)
const appointment = sampleAppointment({
  doctorName: 'Sarah Lee',
  specialty: 'Oncology',
  appointmentDate: '2026-12-01' as LocalDate,
  appointmentTime: '14:30' as LocalTime,
  location: 'Room 4, Royal Hospital; east wing',
  notes: 'Ask about the scan',
  phoneNumber: '03 9342 7000',
})

const fileOf = (...appointments: (typeof appointment)[]) => appointmentsFile({ appointments, zone: SYDNEY, now: NOW })

/** Returns the properties as a calendar reads them: unfolded and unescaped. */
function propertiesOf(file: string): Record<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      const text = value.join(':').replace(/\\(.)/g, (_all, character) => (character === 'n' ? '\n' : character))
      return [name, text]
    }),
  )
}

describe('appointments as a calendar file', () => {
  it('has the instant of the plan zone, who, where and the phone number', () => {
    expect(propertiesOf(fileOf(appointment))).toMatchObject({
      UID: `${appointment.id}@dosewell`,
      DTSTART: '20261201T033000Z',
      DTSTAMP: '20261120T010203Z',
      SUMMARY: 'Appointment with Sarah Lee',
      LOCATION: 'Room 4, Royal Hospital; east wing',
      DESCRIPTION: 'Phone: 03 9342 7000',
      CLASS: 'PRIVATE',
      STATUS: 'CONFIRMED',
    })
  })

  it('keeps specialty and notes to the person', () => {
    expect(fileOf(appointment)).not.toMatch(/Oncology|scan/)
  })

  it('leaves out what is not known, and holds as many events as appointments', () => {
    const bare = { ...appointment, location: '', phoneNumber: '' }
    expect(fileOf(bare)).not.toMatch(/LOCATION|DESCRIPTION/)
    expect(fileOf(appointment, bare).match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect(fileOf()).not.toContain('VEVENT')
  })

  it('R7.7 has an alarm for each reminder that is still ahead, under its id and at its instant', () => {
    const reminded = { ...appointment, remindBefore: REMIND_BEFORE.slice() }
    const alarmsAt = (now: number) =>
      appointmentsFile({ appointments: [reminded], zone: SYDNEY, now })
        .split('BEGIN:VALARM\r\n')
        .slice(1)
        .map((alarm) => alarm.split('\r\n').slice(0, 5))
    const alarm = (minutes: 120 | 1440, instant: string) => [
      `UID:${appointmentReminderId(reminded, minutes)}@dosewell`,
      'ACTION:DISPLAY',
      `TRIGGER;VALUE=DATE-TIME:${instant}`,
      'DESCRIPTION:Appointment with Sarah Lee',
      'END:VALARM',
    ]
    const [first, second] = [alarm(1440, '20261130T033000Z'), alarm(120, '20261201T013000Z')]
    expect(alarmsAt(NOW)).toEqual([first, second])
    expect(alarmsAt(Date.UTC(2026, 11, 1))).toEqual([second])
    expect(fileOf(appointment)).not.toContain('VALARM')
  })

  it('no text breaks out of its line, and lines have at most 75 octets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 120 }), (name, place) => {
        const file = fileOf({ ...appointment, doctorName: name, location: `at ${place}` })
        const lines = file.split('\r\n')
        const longest = Math.max(...lines.map((line) => new TextEncoder().encode(line).length))
        expect(longest).toBeLessThanOrEqual(75)
        expect(lines.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(2)
        expect(file.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
        const tidy = (text: string) => text.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, '')
        expect(propertiesOf(file)).toMatchObject({
          SUMMARY: `Appointment with ${tidy(name)}`,
          LOCATION: `at ${tidy(place)}`,
        })
      }),
      { numRuns: sized({ short: 30, long: 100 }) },
    )
  })
})
