import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate

/** With a question mark where it is a guess. */
function place(text: string): string | null {
  const fact = readAppointment(text, TODAY).location
  return fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`
}

describe('a place without capitals, by where it stands', () => {
  test.each([
    ['knee scan in sandyford on the 4th of december at 3', 'sandyford?'],
    ['physio with tom in ballina friday at 4', 'ballina?'],
    ['mum has the consultant down in cork on thursday at eleven', 'cork?'],
    ['see the kidney doctor in durban on the 3rd december at 8', 'durban?'],
    ['need to go to larchmont private for the scan on tuesday at 9', 'larchmont private?'],
    ['dr patel wednesday 9am westgate health hub', 'westgate health hub?'],
    ['physio with tom on the 3rd at 11 am ashby health park', 'ashby health park?'],
    ['dentist thursday 10 am marlow road', 'marlow road?'],
    ['cardiology 14 december 2 pm kingsbridge private', 'kingsbridge private?'],
    ['appointment with dr nguyen next thursday at 3.15 sunshine', 'sunshine?'],
    ['doctor sharma, fortis, tomorrow 5 pm', 'fortis?'],
    ['The eye hospital on Monday at 9.10', 'eye hospital?'],
    ['the dental hospital has me in on tuesday at 2', 'dental hospital?'],
    ['second floor of the professional arts building tuesday at 4', 'professional arts building?'],
    ['put down eye clinic at wexford on monday at 2', 'wexford'],
    ['hearing test at the audiology clinic in ballina on monday at 2', 'audiology clinic in ballina?'],
    ['The vascular people at Fernley want me in on Monday, it’s clinic 4', 'Fernley'],
    ['Ysbyty Glan Clwyd, Monday 14.20, fracture clinic', 'Ysbyty Glan Clwyd?'],
    ['Clinica Santa Maria on Tuesday at 4 with Dr Soto', 'Clinica Santa Maria?'],
    ['covid booster brightways monday at 5', 'brightways?'],
    ['eye exam brightways friday 2 pm', 'brightways?'],
    ['going to greenlane for the eye clinic monday at 11', 'greenlane?'],
    ['monday at 11 with dr soto in el paso', 'el paso?'],
    ['scan at the imaging place on fifth avenue monday 8 am', 'fifth avenue?'],
    ['mam has to go up to the Erne for her bloods on Monday at 9', 'Erne?'],
    ['it is the Christie, Monday at 11.10, Professor Hughes', 'Christie?'],
    ['counselling with Ruth, Monday 6 pm, The Old Vicarage', 'The Old Vicarage?'],
    ['Dr. Kim, Swedish First Hill, Monday at 11', 'Swedish First Hill?'],
    ['Hearing aid fitting, Brightways in Perth, Monday at 11', 'Brightways in Perth?'],
    ['Dr Kim, Larch House in Perth, Monday at 11', 'Larch House in Perth?'],
    ['Holly House, Monday at 10, occupational therapy', 'Holly House?'],
    ['my cardiologist moved to ashby general, monday at 10', 'ashby general?'],
    ['osteopath, Owain Prosser in Perth, Monday at 11', 'Perth?'],
  ])('%s: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })

  test.each([
    ['dr kim monday at 11 wheelchair needed'],
    ['dr kim monday at 11 sick note'],
    ['dr kim monday at 11 full bladder'],
    ['dr kim monday at 11 second opinion'],
    ['dr kim monday at 11 pain in left knee'],
    ['dr kim monday at 11 write it in pen'],
    ['covid booster second dose monday at 11'],
    ['going to ask for the results monday at 11 dr kim'],
    ['dr kim monday at 11 swelling in ankles'],
    ['Dr Kim, Monday at 11, Wheelchair Access'],
    ['dr reed monday at ten bring insurance card'],
    ['dr reed on monday 10 am flu shot'],
    ['dr reed tuesday 4 pm with my husband'],
    ['tuesday 4 pm dr hannah cole'],
    ['physio tuesday 4 pm sarah'],
    ['dr reed tuesday at 4 pm annual physical'],
    ['dr reed tuesday 4pm cervical screening'],
    ['tuesday at 4 in person with dr reed'],
    ['back in six weeks, tuesday at 4, dr reed'],
    ['tuesday at 4 dr reed repeat prescription'],
    ['got the dentist at 4 tuesday, in and out in ten minutes'],
    ['tuesday at 4 dr reed to talk about my results'],
    ['the hospital on monday at 9 with dr reed'],
    ['the same hospital on monday at 9 with dr reed'],
    ['they booked me in tuesday at 9 with dr reed'],
    ['dr reed put it in the diary for tuesday at 9'],
  ])('%s: none', (text) => {
    expect(place(text)).toBeNull()
  })
})

describe('who gave a card', () => {
  test.each([
    ['~ BRIGHTSITE ~\nYour appointment\nMon 7 Dec 2026 9.00am', 'BRIGHTSITE?'],
    ['STRIDEWELL PODIATRY\n+-------+\nMon 7 Dec 2026 9.00am', 'STRIDEWELL PODIATRY?'],
    ['Text Message\nPearl Studio Ashby\nHi Sam, your visit is on 07/12/2026 at 16:10', 'Pearl Studio Ashby?'],
    ['Appointment confirmation\nOakley Dental Arts\nMon 7 Dec 2026 9.00am', 'Oakley Dental Arts?'],
    ['ULTRASOUND\nHospital   Ashby General Hospital\nDate   7/12/2026 9am', 'Ashby General Hospital'],
    ['ASHBY ROYAL INFIRMARY     Appointments Office\nDr Hill’s clinic on 7/12/2026 9am', 'ASHBY ROYAL INFIRMARY?'],
    ['KIDS FIRST PEDIATRICS\nDate   7/12/2026 9am', 'KIDS FIRST PEDIATRICS'],
    ['Clinic   Ashby Hill Clinic\nDate   7/12/2026 9am', 'Ashby Hill Clinic'],
    ['S. B. Moss  MChS\nPODIATRIST\nNext appt Mon 7 Dec 2026 9.00am', null],
    ['Ashby Med1cal Centre\nDr Reed\n7 Dec 2026 9am', 'Ashby Medical Centre'],
    ['Keep this card safe\nMon 7 Dec 2026 9.00am\nBlood test', null],
    ['Appointment Reminder\nOrla Penhallow\nMon 7 Dec 2026 9.00am', null],
    ['APPOINTMENT CARD\nName Orla Penhallow\nMon 7 Dec 2026 9.00am', null],
    ['CERVICAL SCREENING\nMon 7 Dec 2026 9.00am', null],
    ['Karla Lowe BSc MCSP\nPhysiotherapist\nNext appt Mon 7 Dec 2026 9.00am', null],
  ])('%j: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })
})
