import { describe, expect, it } from 'vitest'
import { doseViews } from '../doses/dose-views.ts'
import type { UserId } from '../lib/ids.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { at, day, SYDNEY, sampleAppointment, sampleEvent, sampleId, sampleMedication } from '../testing/samples.ts'
import { type Feed, feedFile } from './calendar-feed.ts'

const TODAY = day('2026-11-20')
const MIA = { id: sampleId<UserId>(7), name: 'Mia', colour: 'red' } as const

function fileOf(fields: Partial<Feed> = {}, events: DoseEvent[] = []): string {
  const medications = [sampleMedication({ notices: { headsUp: 15, followUps: [] } })]
  const now = at('2026-11-20 07:00')
  const { slots } = doseViews({ medications, events, from: TODAY, to: TODAY, zone: SYDNEY, now })
  const common = { appointments: [], person: null, wording: 'full', zone: SYDNEY, day: TODAY } as const
  return feedFile({ views: slots, ...common, origin: 'https://dosewell.example', ...fields }).replaceAll('\r\n ', '')
}

/** The events of a calendar, each as its lines. */
const eventsOf = (file: string): string[][] =>
  [...file.matchAll(/BEGIN:VEVENT\r\n([\s\S]*?)END:VEVENT/g)].map(([, lines = '']) => lines.split('\r\n'))

const named = (file: string, name: string): string[] =>
  eventsOf(file).flatMap((lines) => lines.filter((line) => line.startsWith(`${name}:`)).slice(0, 1))

describe('what a calendar that subscribes is given', () => {
  it('has each dose with its name, at its instant, with its alarms and a way into the app', () => {
    const file = fileOf()
    expect(named(file, 'DTSTART')).toEqual(['DTSTART:20261119T210000Z', 'DTSTART:20261120T090000Z'])
    expect(named(file, 'SUMMARY').every((line) => /Metformin XR.*1000 mg/.test(line))).toBe(true)
    expect(eventsOf(file)[0]?.filter((line) => line.startsWith('TRIGGER'))).toEqual(['TRIGGER:-PT15M', 'TRIGGER:PT0S'])
    expect(named(file, 'URL')[0]).toMatch(/^URL:https:\/\/dosewell\.example\/\?dose=[\w-]+$/)
    expect(file).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
  })

  it.each(['taken', 'skipped'] as const)('does not ring for a dose that is %s, which stays in it', (kind) => {
    const [answered, open] = eventsOf(fileOf({}, [sampleEvent(1, { kind })]))
    expect(answered?.some((line) => line.startsWith('TRIGGER'))).toBe(false)
    expect(answered?.[0]).toBe(eventsOf(fileOf())[0]?.[0])
    expect(open?.some((line) => line.startsWith('TRIGGER'))).toBe(true)
  })

  it('has appointments from today on, with their reminders, that are not completed', () => {
    const appointments = [
      sampleAppointment({ remindBefore: [120] }),
      sampleAppointment({ id: sampleId(51), appointmentDate: day('2026-11-19') }),
      sampleAppointment({ id: sampleId(52), isCompleted: true }),
    ]
    const file = fileOf({ views: [], appointments })
    expect(named(file, 'UID')).toEqual([`UID:${sampleId(50)}@dosewell`])
    expect(file).toMatch(/SUMMARY:.*Ivy Lee/)
    expect(file).toContain('LOCATION:City Clinic')
    expect(file).toContain('TRIGGER;VALUE=DATE-TIME:20261127T013000Z')
  })

  it('says whose it is; in discreet wording only their initial, and no name, dosage or place', () => {
    const appointments = [sampleAppointment({ phoneNumber: '03 9342 7000' })]
    const open = fileOf({ person: MIA, appointments })
    expect(open).toMatch(/X-WR-CALNAME:Mia: .?Dosewell/)
    expect(named(open, 'SUMMARY').every((line) => line.startsWith('SUMMARY:Mia'))).toBe(true)
    expect(named(open, 'URL')[0]).toContain(`person=${MIA.id}`)
    const discreet = fileOf({ person: MIA, appointments, wording: 'discreet' })
    expect(named(discreet, 'SUMMARY')).toEqual(Array(3).fill(named(discreet, 'SUMMARY')[0]))
    expect(discreet).not.toMatch(/Mia|Metformin|mg|Lee|City|9342/)
    expect(fileOf({ wording: 'discreet' })).toContain('SUMMARY:You have a reminder')
  })

  it('changes with the day and not within it', () => {
    expect(fileOf()).toBe(fileOf())
    expect(fileOf({ day: day('2026-11-21') })).not.toBe(fileOf())
  })
})
