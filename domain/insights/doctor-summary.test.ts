import { describe, expect, it } from 'vitest'
import type { MedicationId } from '../lib/ids.ts'
import type { MedicineLook } from '../records/medicine-look.ts'
import {
  at,
  day,
  instant,
  RED_PHOTO,
  SYDNEY,
  sampleEvent,
  sampleId,
  sampleMedication,
  sampleUser,
} from '../testing/samples.ts'
import { logOf } from '../testing/year-of-doses.ts'
import { type DoctorSummaryInput, doctorSummary, latenessText } from './doctor-summary.ts'
import { insightsOf } from './insights.ts'

const NOW = at('2026-11-20 12:00')

const ibuprofen = sampleMedication({ id: sampleId<MedicationId>(2), name: 'Ibuprofen', dosage: '400 mg' }, [
  { schedule: { kind: 'as-needed' }, reminderTimes: [] },
])
const stopped = sampleMedication({
  id: sampleId<MedicationId>(3),
  name: 'Codeine',
  stoppedAt: instant('2026-11-05 00:00'),
})

const LOOK: MedicineLook = { shape: 'round', colours: ['white'] }

function summary(notes = '', visit?: DoctorSummaryInput['visit']) {
  const medications = [ibuprofen, sampleMedication(), stopped]
  const events = [
    ...logOf([sampleMedication()], day('2026-11-01'), day('2026-11-20'), ({ date, time }) =>
      time === '20:00' && (date === '2026-11-20' || date === '2026-11-04') ? 'missed' : 12,
    ),
    ...logOf([stopped], day('2026-11-01'), day('2026-11-04'), () => 12),
    sampleEvent(1, { medicationId: ibuprofen.id, slot: null }),
    sampleEvent(2, { medicationId: ibuprofen.id, slot: null, at: instant('2026-11-18 10:00') }),
    sampleEvent(3, { slot: null, at: instant('2026-11-18 10:00') }),
  ]
  const insights = insightsOf({ medications, events, zone: SYDNEY, now: NOW })
  return doctorSummary({ user: sampleUser(), medications, events, insights, notes, visit, zone: SYDNEY, now: NOW })
}

describe('the page for the doctor', () => {
  it('names who it is about, and when it was made', () => {
    expect(summary()).toMatchObject({ name: 'Ada', born: 'born May 17, 1980', date: '2026-11-20' })
  })

  it('lists what is taken now, with how much of it was; what is taken when needed by how often', () => {
    expect(summary().current).toEqual([
      { name: 'Metformin XR', dosage: '1000 mg', when: '8:00 AM, 8:00 PM', taken: '38 of 39 (97%), 1 more' },
      { name: 'Ibuprofen', dosage: '400 mg', when: 'twice a day', taken: '2 times' },
    ])
  })

  it('has the pictures by which the person knows the medicines', () => {
    const medications = [sampleMedication({ photo: RED_PHOTO }), { ...ibuprofen, look: LOOK }, stopped]
    const insights = insightsOf({ medications, events: [], zone: SYDNEY, now: NOW })
    const asked = { user: sampleUser(), medications, events: [], insights, notes: '', zone: SYDNEY, now: NOW }
    expect(doctorSummary(asked).current.map(({ photo, look }) => photo ?? look)).toEqual([RED_PHOTO, LOOK])
  })

  it('lists the changes by their day', () => {
    expect(summary().changes.map(({ day: said, name, words }) => `${said}: ${name} ${words}`)).toEqual([
      'Nov 5: Codeine stopped',
      'Nov 1: Codeine added',
      'Nov 1: Ibuprofen added',
      'Nov 1: Metformin XR added',
    ])
  })

  it.each([
    [null, null, 4],
    ['2026-11-03', '2026-11-03', 1],
    // Further back than the log of the device.
    ['2024-01-01', '2025-11-17', 4],
  ])('for a visit lists the changes since the last one, %s', (since, from, count) => {
    const made = summary('', { since: since === null ? null : day(since), supply: [] })
    expect([made.since, made.changes.length]).toEqual([from, count])
  })

  it('says in sentences how much was taken, of everything that was planned', () => {
    expect(summary().adherence).toEqual([
      'Last four weeks: 46 of 47 (98%) planned doses taken, 0 skipped on purpose, 1 not logged.',
      'Last 13 weeks: 46 of 47 (98%).',
      'By time of day: morning 100%, evening 96%.',
      'Taken 12 minutes after the planned time on average.',
      'Mornings are steady. 20 of the last 20 mornings are complete.',
    ])
  })

  it.each([
    ['2026-11-04', 'Since Nov 4, 2026: 34 of 35 (97%) planned doses taken, 0 skipped on purpose, 1 not logged.'],
    // Today has one dose whose time has come.
    ['2026-11-20', 'Since Nov 20, 2026: 1 of 1 (100%) planned doses taken, 0 skipped on purpose, 0 not logged.'],
  ])('for a visit begins with how much was taken since the last one, on %s', (since, sentence) => {
    const { adherence } = summary('', { since: day(since), supply: [] })
    expect(adherence[0]).toBe(sentence)
    expect(adherence.slice(1)).toEqual(summary().adherence)
  })

  it('says nothing about doses since a visit where none is counted', () => {
    const none = { user: sampleUser(), medications: [], events: [], notes: '', zone: SYDNEY, now: NOW }
    const insights = insightsOf(none)
    const made = doctorSummary({ ...none, insights, visit: { since: day('2026-11-05'), supply: [] } })
    expect(made.adherence).toEqual(['No planned doses are counted in the last four weeks.'])
  })

  it('ends with the notes as they were typed', () => {
    expect(summary('  My ankles swell.\nSince October. ').notes).toBe('My ankles swell.\nSince October.')
  })
})

it.each([
  [14, 'Taken 14 minutes after the planned time on average'],
  [1, 'Taken 1 minute after the planned time on average'],
  [0, 'Taken at the planned time on average'],
  [-5, 'Taken 5 minutes before the planned time on average'],
])('%d minutes late are told as “%s”', (minutes, words) => {
  expect(latenessText(minutes)).toBe(words)
})
