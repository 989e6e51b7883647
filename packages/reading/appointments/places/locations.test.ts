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

describe('a part of a place gives way to the place', () => {
  test.each([
    ['memory clinic at the larchfield on monday at 10', 'larchfield'],
    ['pain clinic mater private monday 10 am', 'mater private?'],
    ['mum is at the eye clinic in leyland general infirmary monday at 10', 'leyland general infirmary?'],
    ['liver clinic at Fernley Hospital on Monday at 10', 'Fernley Hospital'],
    ['hip clinic carlow hospital monday at 10', 'carlow hospital?'],
    ['Falls Clinic, Fernley Hospital, Monday 10 am', 'Fernley Hospital'],
    ['CHEST CLINIC\nFERNLEY HOSPITAL\n7 Dec 2026 9am', 'FERNLEY HOSPITAL'],
    ['ASHBY HOSP: your appt at FRACTURE CLINIC is 07/12/26 09:00', 'ASHBY HOSP?'],
    ['urology clinic at st columbs monday at 10', 'st columbs'],
    ['skin cancer clinic monday 10', 'skin cancer clinic?'],
    ['skin check at sunwise skin clinic monday 10', 'sunwise skin clinic'],
    ['at the endoscopy unit on monday at 10', 'endoscopy unit?'],
    ['Department Clinic 5\n7 Dec 2026 9am', null],
    ['Dr Lee on Monday at 10, same clinic', null],
    ['dr lee on monday at 10 at the same hospital', null],
    ['dr lee on monday at 10, usual clinic, Elm Road Surgery', 'Elm Road Surgery?'],
    ['Dr Lee on Monday at 10, same clinic (Fernley Family Clinic)', 'Fernley Family Clinic'],
    ['Scan on Monday at 10 at Fernley Imaging', 'Fernley Imaging?'],
    ['Scan on Monday at 10 at Fernley Imaging Centre', 'Fernley Imaging Centre?'],
    ['PHYSIO AT THE PARK MONDAY 10 AM', 'PARK?'],
    ['eye injection number 4 with dr shah on monday at 10', null],
    ['physio at fernley park on monday at 10', 'fernley park'],
  ])('%j: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })
})

describe('how far a name goes', () => {
  test.each([
    ['see dr reed at prince charles hospital monday ring 0123 456 789', 'prince charles hospital'],
    ['scan at duke of york hospital on monday', 'duke of york hospital'],
    ['dr reed at hope and grace hospital monday at 10', 'hope and grace hospital'],
    ['suite 2 at the harley building phone 02 9555 1234 monday at 10', 'harley building?'],
    ['dr reed at royal hospital for women monday at 10', 'royal hospital for women'],
    ['dr reed at hospital of the holy cross on monday', 'hospital of the holy cross?'],
    ['at childrens hospital of ohio on monday', 'childrens hospital of ohio'],
    ['flu shot at the chemist in boots on monday at 10', 'chemist in boots'],
    ['our lady of lourdes hospital monday at 10', 'our lady of lourdes hospital?'],
    ['Dr Reed, Our Lady’s Hospital, Monday at 10', 'Our Lady’s Hospital'],
    ['at the travel clinic behind the bank on monday', 'travel clinic'],
    ['dads knee clinic is in the rowan unit monday at 10', 'rowan unit?'],
    ['my gp is at elm road surgery monday at 10', 'elm road surgery?'],
    ['PLEASE DO NOT COME TO THE HOSPITAL\n7 Dec 2026 9am', null],
    ['my local clinic of course', null],
  ])('%j: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })
})

describe('a name without the word for a place and without “at”', () => {
  test.each([
    ['Dr Reed, Monday 10 am, Coastal Smiles', 'Coastal Smiles?'],
    ['Dr Reed, Monday 10 am, Lakeview Primary Care', 'Lakeview Primary Care?'],
    ['dentist monday at ten happy smiles', 'happy smiles?'],
    ['monday at ten at spine studio', 'spine studio'],
    ['Bloods on Monday at 10, Ormley.', 'Ormley?'],
    ['Physio on Monday at 10, Move Well, ask for Kim', 'Move Well?'],
    ['Mr Khan, Holm Bushey, Monday 10 am', 'Holm Bushey?'],
    ['monday 10 am level 3 st annes', 'st annes?'],
    ['monday at 10 oakham general', 'oakham general?'],
    ['MRI, Royal Oakham, Monday at 10.', 'Royal Oakham?'],
    ['Tuesday at 9, blood donation, Village Hall', 'Village Hall?'],
    ['Dr Flores, Women’s Care of Austin, Tuesday at 9', 'Women’s Care of Austin?'],
    ['counselling at the Quiet Room on tuesday at 9', 'Quiet Room'],
    ['physio at ATI physical therapy on tuesday at 9', 'ATI?'],
    ['bloods on tuesday at 9, St John of Hope’s', 'St John of Hope’s?'],
    ['I’m going to Hill Opticians on Monday at 10', 'Hill Opticians?'],
  ])('%j: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })

  test.each([
    ['Monday 10 am, Karen Walsh.'],
    ['Monday 10 am, Mrs Walsh'],
    ['On Monday at 10, Karen, the physio.'],
    ['Monday at 10, Dr Reed. Bring the Medicare card. Fasting.'],
    ['Monday 10 am, MRI Brain'],
    ['Monday 10 am, Blood Pressure Check'],
    ['Monday 10 am Dentist'],
    ['Monday, 10 am. Tell Sarah.'],
    ['monday at 10 dr reed blood test first'],
    ['monday at 10 womens health check'],
    ['dr michael st john on monday at 10'],
    ['monday at 10 braces tightening'],
    ['wait here st is short for street'],
  ])('%j: none', (text) => {
    expect(place(text)).toBeNull()
  })
})

describe('where it is not', () => {
  test.each([
    ['dr reed, not at st johns, at the larchfield on monday at 10', 'larchfield'],
    ['it was at mercy hospital but now its at the larchfield on monday at 10', 'larchfield'],
    ['instead of Mercy Hospital it’s at Larch House on Monday at 10', 'Larch House'],
    [
      'Hill Treatment Centre\nThe clinic will be held at Larch House, and not at the main building\n7 Dec 2026 9am',
      'Larch House?',
    ],
    ['telephone appointment with Dr Reed from Mercy Hospital on Monday at 10', null],
    ['video call with dr reed at mercy hospital monday at 10', null],
    ['telehealth with dr reed from mercy hospital monday at 10', null],
    ['THIS IS A VIDEO APPOINTMENT - DO NOT COME IN\nOakham Hospital\n7 Dec 2026 9am', null],
    ['Location: Telephone\n7 Dec 2026 9am', null],
    ['not a phone appointment, it’s at Mercy Hospital on Monday at 10', 'Mercy Hospital'],
    ['Oakham Hospital\n7 Dec 2026 9am\nIf you cannot attend let us know by telephone.', 'Oakham Hospital'],
    ['Oakham Hospital\n7 Dec 2026 9am\nVideo appointments are available.', 'Oakham Hospital'],
    ['monday at 10 at mercy clinic book on the phone', 'mercy clinic'],
  ])('%j: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })
})

describe('where somebody is who is not the visit', () => {
  test.each([
    ['dr lee tuesday at 9 at short notice', null],
    ['dr lee tuesday at 9, park at the shopping centre', null],
    ['dr lee tuesday at 9, karen works at the bank so she drives', null],
    ['dr lee tuesday at 9 after work at tesco', null],
    ['dr lee tuesday at 9 same place as last time', null],
    ['dr lee who used to be at the mater is now at the beacon, tuesday at 9', 'beacon'],
    ['referred by dr cole at hill surgery to see dr lee on tuesday at 9', null],
    ['meet karen at the bus stop at 8 then dr lee at mercy clinic at 9 on tuesday', 'mercy clinic'],
    ['dr lee at the new place on king street tuesday at 9', 'king street?'],
  ])('%j: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })
})

describe('in and at, as people say and type them', () => {
  test.each([
    ['I have to be up in the Larchfield for 9 on Tuesday', 'Larchfield?'],
    ['mum is going into st james’s on tuesday at 9', 'st james’s?'],
    ['Dr Lee in Ashby on Tuesday at 9', 'Ashby?'],
    ['Tuesday 9am w/ Dr Lee @ Park House', 'Park House'],
    ['dr lee @ mercy hospital tuesday 9am', 'mercy hospital'],
    ['Tue 9:00 - MRI - Mercy Radiology - fasting', 'Mercy Radiology?'],
    ['Tue 9:00 MRI Mercy Radiology', 'Mercy Radiology?'],
    ['* Tuesday 9am * Dr Lee * Mercy Clinic', 'Mercy Clinic'],
    ['park dental 9am tuesday', 'park dental?'],
    ['Park Dental on Tuesday at 9', 'Park Dental?'],
    ['dr lee at block b mercy hospital tuesday at 9', 'mercy hospital?'],
    ['at the pharmacy on king street tuesday at 9', 'pharmacy on king street'],
    ['scan in the morning on tuesday', null],
    ['in March with Dr Lee', null],
    ['flexible cystoscopy urology tuesday at 9', null],
  ])('%j: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })
})

describe('whose card or letter it is', () => {
  test.each([
    ['The Elms Dental Practice\nDr A Reed\nMon 7 Dec 2026 9.00am', 'The Elms Dental Practice'],
    ['Old Mill Orthodontics, 4 Mill St\nMon 7 Dec 2026 9.00am', 'Old Mill Orthodontics?'],
    ['Suite 5, Rosewood Mediclinic, Durban\n7 Dec 2026 9am', 'Rosewood Mediclinic?'],
    ['Specialist Clinics - Ashby Health\nNeurology\n7 Dec 2026 9am', 'Ashby Health?'],
    ['Brookes & Sons Opticians\n7 Dec 2026 9am', 'Brookes & Sons Opticians'],
    ['VlSlON PLUS OPTlClANS\n7 Dec 2026 9am', 'VISION PLUS OPTICIANS'],
    ['Hill & Co\nContact lens check\n7 Dec 2026 9am', 'Hill & Co'],
    ['Hill Ultrasound lmaging\n7 Dec 2026 9am', 'Hill Ultrasound Imaging'],
    ['APOLLO SPECTRA\nBone & Joint Clinic\n7 Dec 2026 9am', 'APOLLO SPECTRA?'],
    ['Hospital/Clinic: Ashby General\n7 Dec 2026 9am', 'Ashby General'],
    ['Clinic Name: Chest\nClinic Location: Ashby Hosp\n7 Dec 2026 9am', 'Ashby Hosp'],
    ['Suite 12 Rosewood Medical Suites\n7 Dec 2026 9am', 'Rosewood Medical Suites?'],
    ['Patient: Ann Cole\nAddress: 9 Larch Close\n7 Dec 2026 9am', null],
    ['Address: 9 Larch Close, Ashby\n7 Dec 2026 9am', '9 Larch Close, Ashby?'],
    ['Dear Ann\nYour next appointment at The Limes is on 7 Dec 2026 9am\nHill Podiatry', 'Limes'],
    ['Reminder from Ashby Smiles: Sam, you are due 7 Dec 2026 9am', 'Ashby Smiles?'],
    ['Ashby Wellbeing: your visit is 7 Dec 2026 9am', 'Ashby Wellbeing?'],
    ['Move Freely\nYour next visit: Mon 7 Dec 2026 9.00am', 'Move Freely?'],
    ['Where      Ashby Treatment Centre, Park Road\n7 Dec 2026 9am', 'Ashby Treatment Centre, Park Road'],
    ['Hospital: Ashby Royal\nDate: 7 Dec 2026', 'Ashby Royal'],
    ['Site: Ashby Tel: 0123 456789\nDate: 7 Dec 2026', 'Ashby'],
  ])('%j: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })

  test.each([
    ['cc: Dr Cole, Elm Surgery\nDear Mr Smith\nYour visit is on 7 Dec 2026 9am at Hill House', 'Hill House'],
    ['GP: Elm Surgery\nMercy Hospital\n7 Dec 2026 9am', 'Mercy Hospital'],
    ['Emergency: Elm Hospital\nOak Surgery\n7 Dec 2026 9am', 'Oak Surgery?'],
    ['Prescriptions can be collected from Elm Pharmacy\nOak Surgery\n7 Dec 2026 9am', 'Oak Surgery?'],
    ['If unwell go to your nearest hospital\nOak Clinic\n7 Dec 2026 9am', 'Oak Clinic'],
    ['Member of the Elm Hospital Group\nOak Clinic\n7 Dec 2026 9am', 'Oak Clinic'],
    ['Head of Dept, Elm Hospital\nConsulting at Oak Clinic\n7 Dec 2026 9am', 'Oak Clinic?'],
    ['Oak Clinic | Elm Clinic | Ash Clinic\n7 Dec 2026 9am at Elm Clinic', 'Elm Clinic?'],
    ['Mercy Hospital\nParking is available at Elm Clinic\n7 Dec 2026 9am', 'Mercy Hospital'],
  ])('what else it names: %j: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })

  test.each([
    ['APPOINTMENT CARD\n7 Dec 2026 9am'],
    ['CONFIDENTIAL\n7 Dec 2026 9am'],
    ['Karen Walsh\nPsychologist\n7 Dec 2026 9am'],
    ['Radiology Department\n7 Dec 2026 9am'],
    ['Speciality: General Surgery\n7 Dec 2026 9am'],
    ['At: 11 :40\n7 Dec 2026'],
    ['Hospital No: K12345\n7 Dec 2026'],
    ['Place your card here\n7 Dec 2026'],
  ])('%j: nobody’s', (text) => {
    expect(place(text)).toBeNull()
  })
})
