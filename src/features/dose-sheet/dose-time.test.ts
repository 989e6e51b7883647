import { describe, expect, test } from 'vitest'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { at, SYDNEY } from '#domain/testing/samples.ts'
import { firstWhen, momentOf, momentSentence, takenText } from './dose-time.ts'

const around = (planned: string | null, now: string, logged: string | null = null) => ({
  plannedAt: planned === null ? null : at(planned),
  loggedAt: logged === null ? null : at(logged),
  now: at(now),
  zone: SYDNEY,
})

const said = (typed: string, planned: string | null, now: string, logged: string | null = null) => {
  const meant = momentOf(typed, around(planned, now, logged))
  return meant.ok ? momentSentence(meant.value, around(planned, now, logged)) : meant.error
}

describe('a typed time of a planned dose', () => {
  test.each([
    ['17:45', '2026-11-20 18:00', '2026-11-20 18:04', 'Today, 15 minutes before the reminder'],
    ['18:00', '2026-11-20 18:00', '2026-11-20 18:04', 'Today, at the time of the reminder'],
    ['21:00', '2026-11-20 08:00', '2026-11-20 22:00', 'Today, 13 hours after the reminder'],
    ['00:30', '2026-11-19 22:00', '2026-11-20 01:00', 'Today, 2 hours after the reminder'],
    ['23:50', '2026-11-20 00:15', '2026-11-20 00:30', 'Yesterday, 25 minutes before the reminder'],
    ['11:00', '2026-11-20 18:00', '2026-11-20 18:04', 'Today, 7 hours before the reminder'],
    ['08:30', '2026-11-13 08:00', '2026-11-20 18:04', 'Friday, Nov 13, 30 minutes after the reminder'],
  ])('%s for %s at %s: %s', (typed, planned, now, sentence) => {
    expect(said(typed, planned, now)).toBe(sentence)
  })

  test.each([
    ['20:00', '2026-11-20 18:00', '2026-11-20 18:04', '8:00 PM is still to come'],
    ['20:45', '2026-11-20 08:00', '2026-11-20 18:04', '8:45 PM is still to come'],
    ['', '2026-11-20 18:00', '2026-11-20 18:04', 'Enter the time you took it'],
  ])('%j for %s at %s is refused: %s', (typed, planned, now, sentence) => {
    expect(said(typed, planned, now)).toContain(sentence)
  })

  test('follows the wall through a changeover', () => {
    // Sydney changes to summer time on 2026-10-04 at 2 AM: from 11 PM to 3:30 AM it is three and a half hours.
    expect(said('03:30', '2026-10-03 23:00', '2026-10-04 09:00')).toBe('Today, 3 hours after the reminder')
  })
})

describe('a typed time beside the plan is the last time the clock showed it', () => {
  test.each([
    ['17:45', '2026-11-20 18:04', 'Today, 19 minutes ago'],
    ['18:04', '2026-11-20 18:04', 'Today, just now'],
    ['18:05', '2026-11-20 18:04', 'Yesterday, 23 hours ago'],
  ])('%s at %s: %s', (typed, now, sentence) => {
    expect(said(typed, null, now)).toBe(sentence)
  })
})

describe('a change of the 8 PM dose that was logged at 3 PM the next day', () => {
  const planned = '2026-11-20 20:00'
  const logged = '2026-11-21 15:00'

  test('keeps the logged moment to the second while its time is not touched, or typed again', () => {
    const context = { ...around(planned, '2026-11-21 15:05'), loggedAt: at(logged) + 42_000 }
    expect(momentOf('15:00', context)).toEqual({ ok: true, value: at(logged) + 42_000 })
  })

  test.each([
    ['15:00', 'Today, 19 hours after the reminder'],
    ['14:30', 'Today, 18 hours after the reminder'],
    ['20:15', 'Yesterday, 15 minutes after the reminder'],
    ['19:30', 'Yesterday, 30 minutes before the reminder'],
    ['09:00', 'Today, 13 hours after the reminder'],
  ])('%s means %s: the one nearest to what was logged or planned', (typed, sentence) => {
    expect(said(typed, planned, '2026-11-21 15:05', logged)).toBe(sentence)
  })

  test('a time that has not passed means none where the day before is too early', () => {
    expect(said('18:30', '2026-11-20 18:00', '2026-11-20 18:10', '2026-11-20 18:04')).toContain('still to come')
  })

  test('the button names the day where it is not the planned one', () => {
    expect(takenText(at(logged), around(planned, '2026-11-21 15:05', logged))).toBe('3:00 PM, Nov 21')
    expect(takenText(at('2026-11-20 20:15'), around(planned, '2026-11-21 15:05', logged))).toBe('8:15 PM')
    expect(takenText(at('2026-11-20 23:00'), around(null, '2026-11-21 07:00'))).toBe('11:00 PM, Nov 20')
  })
})

test('a missed dose is asked about at its planned time, any other as just now', () => {
  const slot = { at: at('2026-11-20 08:00') }
  expect(firstWhen(slot, true)).toBe('planned')
  expect(firstWhen(slot, false)).toBe('now')
  expect(firstWhen(null, false)).toBe('now')
})

describe('a typed time of a dose outside the plan on a past day', () => {
  const onDay = (typed: string, day: string, now: string) =>
    momentOf(typed, { ...around(null, now), day: day as LocalDate })

  test('is that time of the day, whatever the clock says', () => {
    expect(onDay('22:00', '2026-11-13', '2026-11-20 18:04')).toEqual({ ok: true, value: at('2026-11-13 22:00') })
  })

  test('is refused while it is still to come, and without a time', () => {
    expect(onDay('20:00', '2026-11-20', '2026-11-20 18:04')).toMatchObject({ ok: false })
    expect(onDay('', '2026-11-13', '2026-11-20 18:04')).toMatchObject({ ok: false })
  })
})
