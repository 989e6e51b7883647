import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { hearAppointment, readAppointment } from '../appointments.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate

const marked = (fact: { value: string; confidence: string } | null): string | null =>
  fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`
const when = (text: string): (string | null)[] => {
  const { appointmentDate, appointmentTime } = readAppointment(text, TODAY)
  return [marked(appointmentDate), marked(appointmentTime)]
}

describe('a second visit is never dropped without a word', () => {
  test.each([
    ['Tue 1 Dec 9.20\nTue 29 Dec 9.20', '29 Dec'],
    ['blood test on the 1st at 8 and then doctor lee on the 4th at 3', '4th'],
    ['Cycle 1 30/11/2026 09:30\nCycle 2 07/12/2026 09:30', '07/12/2026'],
    ['dentist monday at 9 and physio wednesday at 10', 'wednesday'],
    ['Mon 7 Dec 10:30 AM\nWed 9 Dec 10:30 AM\nFri 11 Dec 11:00 AM', '9 Dec” (and 1 more)'],
    ['operation on the 1st of december at 8 am and a check up the day after at ten', 'ten'],
    ['doctor lee tomorrow at 9 and the dentist tomorrow at 2', '2'],
    ['scan 1 December at 9 am, results 8 December at 10 am', '8 December'],
  ])('%j: %s', (text, second) => {
    const { asks } = hearAppointment(text, TODAY)
    expect(asks).toHaveLength(1)
    expect(asks[0]).toContain(second)
    expect(asks[0]).toContain('If it is a second appointment, add that one too.')
  })

  test.each([
    ['dentist monday at 9 no sorry tuesday at 10'],
    ['dentist monday the 23rd of november at 9'],
    ['Printed 19/11/2026 09:41\nAppointment Mon 7 Dec 2026 11:10 AM'],
    ['moved from monday at 9 to tuesday at 10'],
    ['Old: Thu 3 Dec 2026 9:00am\nNew: Thu 17 Dec 2026 1:30pm'],
    ['dentist on monday from 9 to 10 am'],
    ['dentist'],
  ])('%j: none', (text) => {
    expect(hearAppointment(text, TODAY).asks).toEqual([])
  })
})

describe('what was changed gives way to what it was changed to', () => {
  test.each([
    ['Old: Thu 3 Dec 2026 9:00am\nNew: Thu 17 Dec 2026 1:30pm'],
    ['Old date: 3/12/2026 9am\nNew date: 17/12/2026 1.30pm'],
    ['Original: 3 Dec 9am\nChanged to: 17 Dec 1:30pm'],
    ['was thursday the 3rd at 9 am now thursday the 17th at 1 30 pm'],
    ['Was Thu 3 Dec 9:00am, now Thu 17 Dec 1:30pm'],
    ['Was: 3 Dec 9am\nNow: 17 Dec 1:30pm'],
    ['moved from 3 December at 9 am to 17 December at 1:30 pm'],
    ['it was the 3rd of december at 9 am but is now the 17th of december at 1 30 pm'],
  ])('%j', (text) => {
    expect(when(text)).toEqual(['2026-12-17', '13:30'])
  })

  test.each([['Mon 7 Dec 2pm\nTue 15 Dec 3pm'], ['3 Dec 2pm\n17 Dec 3pm']])('%j: which one holds is asked', (text) => {
    expect(when(text)).toEqual([expect.stringContaining('?'), expect.stringContaining('?')])
  })
})

describe('opening hours, deadlines, calls and referrers are no visit', () => {
  test.each([
    ['Consulting: Mondays & Wednesdays 9am-4pm\nThursday 17 December\nat 1.40pm'],
    ['Hours Mon-Fri 8.30am - 5pm\n17 Dec 2026 1:40pm'],
    ['Mon to Fri 8am - 6pm, Sat 8am - 12pm\n17 Dec 2026 1.40pm'],
    ['17 Dec 1.40\nPlease ring before 10am to cancel'],
    ['Surgery Mon-Thu: 9am - 5pm\n17 Dec 2026 13:40'],
    ['Open Mon-Sat 9-5\nThu 17 Dec 2026 1:40 pm'],
    ['Referred by Dr Hannah Cole 2 Nov 26\nThu 17 Dec 2026 1:40 pm'],
  ])('%j: 17 December, 13:40', (text) => {
    expect(when(text)).toEqual(['2026-12-17', '13:40'])
  })

  test('a call is no sure visit', () => {
    expect(when('call doctor lee on friday the 27th at 9 am')).toEqual(['2026-11-27?', '09:00?'])
    expect(when('remember to ring the clinic on monday at 9 am')).toEqual(['2026-11-23?', '09:00?'])
    expect(when('call the clinic to confirm my appointment on monday at 9 am')).toEqual(['2026-11-23', '09:00'])
    const rung = 'ring doctor lee on 9345 6789 i see him monday at 9'
    expect(when(rung)).toEqual(['2026-11-23', '09:00'])
    expect(marked(readAppointment(rung, TODAY).doctorName)).toBe('lee')
  })

  test('the referrer is not who is seen', () => {
    expect(readAppointment('CT scan\nReferred by Dr Hannah Cole', TODAY).doctorName).toBeNull()
    expect(readAppointment('Referring doctor: Dr Hannah Cole\nMon 7 Dec 9am', TODAY).doctorName).toBeNull()
    expect(readAppointment('Referred by Dr Cole\nDr Peter Ng 9am', TODAY).doctorName?.value).toBe('Peter Ng')
  })

  test('fasting at eight is when the visit is', () => {
    expect(when('blood test monday morning fasting at 8')).toEqual(['2026-11-23', '08:00'])
    expect(when('blood test on monday start fasting at 8')).toEqual(['2026-11-23', null])
    expect(when('blood test on monday fasting at 8 pm the night before')).toEqual(['2026-11-23', null])
  })
})
