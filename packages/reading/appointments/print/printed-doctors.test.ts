import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

const TODAY = '2026-11-20' as LocalDate
const WHEN = 'Tuesday 8 December 2026 at 10:40'

/** Who is seen, with a question mark where it is a guess. */
function doctor(...lines: string[]): string | undefined {
  const fact = readAppointment(lines.join('\n'), TODAY).doctorName
  return fact ? `${fact.value}${fact.confidence === 'sure' ? '' : '?'}` : undefined
}

describe('who is seen', () => {
  test.each([
    [['With: Dr Ann Moss', WHEN], 'Ann Moss'],
    [['Appointment with: Laura Bell, Dietitian', WHEN], 'Laura Bell'],
    [['To see: Miss H. Orme or one of her team', WHEN], 'H. Orme'],
    [['Clinician   Mr Peter Vane', WHEN], 'Peter Vane'],
    [['| Seen by | Mr P. Vane |', WHEN], 'P. Vane'],
    [['To see: Zofia - Hygienist', WHEN], 'Zofia?'],
    [['P. L. Vane  MRCPod', 'CHIROPODIST', WHEN], 'P. L. Vane?'],
    [['Hi Owen! Your physio session with Niamh is on', WHEN], 'Niamh?'],
    [['X-ray', WHEN, 'bring script from Dr Webb'], undefined],
    [['Consultant: Mr Vane', 'Seen by: Sister Ruth Hale', WHEN], 'Ruth Hale'],
    [['Dr P Lunn, Dr S Webb & Partners', 'With: Nurse Jane Orr', WHEN], 'Jane Orr'],
    [['Dr P Lunn BDS | Dr S Webb BDS', `You are to see Dr Webb on ${WHEN}`], 'Webb'],
    [['Dear Mr Lowe', `You have an appointment in the clinic of Mr Ian Fell on ${WHEN}`], 'Ian Fell'],
    [['Dear Mr Lowe', `Dr Nia Pugh will ring you on ${WHEN}.`], 'Nia Pugh'],
    [['Dear Mr Lowe', `Your specialist nurse, Anna Thorne, will see you on ${WHEN}.`], 'Anna Thorne'],
    [[`Your visit to our hygienist, Anna Thorne, is on ${WHEN}.`, 'Thank you'], 'Anna Thorne'],
    [['Initial consultation with', 'Assoc. Prof. Nia Pugh', WHEN], 'Nia Pugh'],
    [['Doctor: DrNia Pugh', WHEN], 'Nia Pugh'],
    [['Dr.Nia Pugh', WHEN], 'Nia Pugh'],
    [['Dr J.B. Pugh', WHEN], 'J.B. Pugh'],
    [["Clinic: Mr Vane's Foot Clinic", WHEN], 'Vane'],
    [[`${WHEN}, Fracture Clinic, Mr Vane`, 'Bring your card'], 'Vane?'],
    [['Ms Nia Pugh MCSP', WHEN], 'Nia Pugh?'],
    [['Mr Ian Fell FRCS, Knee Surgeon', WHEN], 'Ian Fell?'],
    [['Seen by: Dr. Omar Said', WHEN], 'Omar Said'],
    [['Nurse prescriber Anna Thorne', WHEN], 'Anna Thorne'],
    [['You are booked with', 'Anna Thorne', WHEN], 'Anna Thorne'],
    [['Leader: Anna Thorne, Physiotherapist', WHEN], 'Anna Thorne'],
    [[`${WHEN}   Sr. Thorne`, 'Ward 3'], 'Thorne?'],
    [['List: Mr I. Vane', WHEN], 'I. Vane'],
    [['Dr AnnaFinch', WHEN], 'AnnaFinch?'],
    [['Dr John MacDonald', WHEN], 'John MacDonald'],
    [['Dr Ian Fell Inc', WHEN], 'Ian Fell'],
    [['Hill Surgery', 'GP: Dr Nia Pugh', WHEN], 'Nia Pugh'],
  ])('%j is with %s', (lines, expected) => {
    expect(doctor(...lines)).toBe(expected)
  })

  test.each([
    [['Referring clinician: Dr Ann Moss', WHEN]],
    [['Referral received from Dr Ann Moss', WHEN]],
    [['Your doctor, Dr Ann Moss of Hill Surgery, has asked us to see you.', WHEN]],
    [['Dr Moss has referred you to us.', WHEN]],
    [['Hill Hospital', 'GP: Dr Ann Moss', WHEN]],
    [['Ref. By: Dr. Ann Moss', WHEN]],
    [['Copy to: Dr Ann Moss', WHEN]],
    [['Secretary to Dr Ann Moss: 0116 496 0001', WHEN]],
    [['Patient: Mr Ann Moss', WHEN]],
    [['Mr Carl Moss NHS no 485 777 3451', WHEN]],
    [['Dear Dr Moss', `Your appointment is on ${WHEN}`]],
    [['Mr Carl Moss', '9 Larch Close', 'Dear Mr Moss', WHEN]],
    [['Mr Moss, please attend:', WHEN, 'Patient: Carl Moss']],
    [['Dr P Lunn, Dr S Webb & Dr A Moss', 'Practice Nurse', WHEN]],
    [['With: Physiotherapy Team', WHEN]],
    [['Clinician: TBC', WHEN]],
  ])('%j names nobody who is', (lines) => {
    expect(doctor(...lines)).toBeUndefined()
  })

  test.each([
    [
      [
        'Your appointment with Miss Ada Finch on 1 December 2026 at 10:00 has had to be changed.',
        `You will now see Mr Ian Fell on ${WHEN}.`,
      ],
      'Ian Fell',
    ],
    [['Old appointment: 1 December 2026 Dr Finch', `New appointment: ${WHEN} Dr Fell`], 'Fell'],
    [['You were discharged from the care of Dr Finch.', `Dr Fell will see you on ${WHEN}.`], 'Fell'],
    [['Your visit with Dr Finch', 'originally booked for 2 December 2026', `is now on ${WHEN} with Dr Fell`], 'Fell'],
    [[`Dr Fell ${WHEN}`, 'Yours sincerely', 'Dr Ada Finch'], 'Fell'],
  ])('%j: %s', (lines, expected) => {
    expect(doctor(...lines)).toBe(expected)
  })
})
