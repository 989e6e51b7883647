import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate

/** With a question mark where it is a guess. */
function specialty(text: string): string | null {
  const fact = readAppointment(text, TODAY).specialty
  return fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`
}

describe('a specialty in the words of those who go there', () => {
  test.each<[string, string | null]>([
    ['Service: New Patient - Allergy', 'Allergist'],
    ['Service: Follow-up - Cardiac', 'Cardiology'],
    ['Hill Allergy & Asthma Center on monday', 'Allergist'],
    ['asthma clinic on monday', 'Respiratory medicine'],
    ['i have an allergy to nuts, dr lee on monday', null],
    ['my ob on monday', 'Obstetrician'],
    ['ob gyn on monday', 'Gynecologist?'],
    ['copd clinic monday at 9', 'Respiratory medicine'],
    ['the lung man on monday', 'Pulmonologist'],
    ['epilepsy nurse on monday', 'Neurology?'],
    ['the tummy doctor on monday', 'Gastroenterologist'],
    ['thyroid clinic on monday', 'Endocrinology'],
    ['liver clinic on monday', 'Hepatology'],
    ['prostate clinic on monday', 'Urology'],
    ['dialysis unit monday at 7', 'Nephrology'],
    ['pacemaker clinic on monday', 'Cardiology'],
    ['the hip surgeon on monday', 'Orthopaedic surgeon'],
    ['knee clinic on monday', 'Orthopaedics'],
    ['my arthritis doctor on monday', 'Rheumatologist'],
    ['glaucoma clinic on monday', 'Ophthalmology'],
    ['the eye surgeon on monday', 'Ophthalmologist?'],
    ['mole clinic on monday', 'Dermatology'],
    ['Ear, Nose & Throat clinic on monday', 'ENT'],
    ['chiropody on monday', 'Podiatrist'],
    ['the dietician on monday', 'Dietitian'],
    ['root canal on monday', 'Dental'],
    ['braces check on monday', 'Orthodontics'],
    ['contact lens check on monday', 'Optometry'],
    ['my pcp on monday', 'General practitioner'],
    ['counselling on monday', 'Counsellor'],
    ['children’s clinic on monday', 'Paediatrics?'],
    ['vascular clinic on monday', 'Vascular surgery'],
    ['pain clinic on monday', 'Pain medicine'],
    ['maternity unit on monday', 'Obstetrics'],
    ['speech and language therapist on monday', 'Speech therapist'],
    ['paediatric physio on monday', 'Physiotherapist'],
    ['the gynec doctor on monday', 'Gynaecologist'],
    ['child specialist on monday', 'Paediatrician'],
    ['diabetes educator on monday', 'Endocrinology?'],
    ['primary care on monday', 'General practice?'],
    ['physio at the primary care centre on monday', 'Physiotherapist'],
    ['diabetic eye screening on monday', 'Ophthalmology?'],
    ['Specialty: Respiratory', 'Respiratory medicine'],
    ['Department: T&O', 'Orthopaedics'],
    ['neuro check-up on monday', 'Neurology?'],
    ['cataract op on monday', 'Ophthalmology?'],
    ['skin check on monday', 'Dermatology?'],
    ['sleep clinic on monday', 'Sleep medicine'],
    ['sleep study on monday', 'Sleep medicine'],
    ['the breast clinic on monday', 'Breast clinic'],
    ['memory clinic on monday', 'Memory clinic?'],
    ['my therapist on monday', 'Therapist?'],
    ['therapy with jo on monday', 'Therapy?'],
    ['PT eval on monday', 'Physiotherapist'],
    ['the hand surgeon on monday', 'Hand surgeon'],
    ['the occupational therapist’s coming on monday', 'Occupational therapist'],
    ['gp’s on monday', 'GP'],
    ['the dentist’s wife rang about monday', 'Dentist?'],
    ['dialysis on monday', 'Nephrology?'],
    ['lung function test on monday', 'Respiratory medicine?'],
    ['allergy testing on monday', 'Allergist?'],
    ['prenatal visit on monday', 'Obstetrics?'],
    ['gum specialist on monday', 'Periodontist'],
    ['behavioral health on monday', 'Mental health?'],
    ['radiation therapy on monday', 'Oncology?'],
    ['massage on monday', 'Massage therapist?'],
    ['infectious disease doctor on monday', 'Infectious diseases'],
    ['pre-op clinic on monday', 'Pre-operative assessment?'],
    ['palliative nurse on monday', 'Nurse?'],
    ['pre-assessment nurses on 0123 456789', 'Nurse?'],
  ])('%s: %s', (text, expected) => {
    expect(specialty(text)).toBe(expected)
  })

  test.each([
    ['my chest hurts so i see dr lee on monday'],
    ['my knee is sore'],
    ['call back dr lee on monday'],
    ['blood test on monday'],
    ['sugar free drinks'],
    ['my heart is set on monday'],
    ['joint appointment with my wife'],
    ['hand in the form'],
    ['tooth paste'],
    ['ms lee on monday'],
    ['Pt no 12345 on monday'],
    ['i sleep badly, dr lee on monday'],
    ['it is a memory to keep'],
  ])('%s: none', (text) => {
    expect(specialty(text)).toBeNull()
  })
})

describe('a word beside it says what kind', () => {
  test.each([
    ['the district nurse on monday', 'Nurse?'],
    ['the practice nurse on monday', 'Nurse'],
    ['see the nurse on monday', 'Nurse'],
    ['the breast surgeon on monday', 'Breast surgeon'],
    ['the surgeon on monday', 'Surgeon'],
    ['the vascular surgeon on monday', 'Vascular surgeon'],
    ['the vascular physician on monday', 'Vascular surgeon?'],
    ['the colorectal physician on monday', 'Colorectal surgeon?'],
    ['my mental health nurse on monday', 'Mental health?'],
    ['the psychiatrist at the mental health unit on monday', 'Psychiatrist'],
    ['the hygienist on monday', 'Dental hygienist?'],
    ['the orthodontist at Park Dental on monday', 'Orthodontist'],
    ['nurse practitioner on monday', 'Nurse practitioner'],
    ['the midwife at the antenatal clinic on monday', 'Midwife'],
    ['the general surgeon, not the gp, on monday', 'General surgeon'],
    ['forget the dentist, it is the physio on monday', 'Physiotherapist'],
    ['don’t forget the dentist on monday', 'Dentist'],
  ])('%s: %s', (text, expected) => {
    expect(specialty(text)).toBe(expected)
  })
})

describe('who is seen, rather than where or who else there is', () => {
  test.each([
    ['the podiatrist at the diabetes clinic on monday', 'Podiatrist'],
    ['urologist dr lee at the cancer centre on monday', 'Urologist'],
    ['physio at the fracture clinic on monday', 'Physiotherapist'],
    ['the gp referred me to the chest clinic on monday', 'Respiratory medicine'],
    ['gp at the chest clinic on monday', 'GP?'],
    ['nurse at the heart failure clinic on monday', 'Nurse?'],
    ['my physio sent me to the knee clinic on monday', 'Orthopaedics'],
    ['i’m a nurse and see the dermatologist on monday', 'Dermatologist'],
    ['my daughter is a dentist and drives me to dr lee on monday', null],
    ['my physio said to see dr lee on monday', 'Physiotherapist?'],
    ['dr lee after the dentist on monday', 'Dentist?'],
    ['ask the nurse about my results, dr lee on monday', 'Nurse?'],
    ['dr lee is a cardiologist, on monday', 'Cardiologist'],
    ['my sister’s dentist on monday', 'Dentist'],
  ])('%s: %s', (text, expected) => {
    expect(specialty(text)).toBe(expected)
  })
})

describe('a specialty that was heard in pieces is a guess', () => {
  test.each([
    ['fizzy oh therapist on monday', 'Physiotherapist?'],
    ['cardi ologist dr lee on monday', 'Cardiologist?'],
    ['rooma tologist on monday', 'Rheumatologist?'],
    ['a cosme tologist on monday', null],
    ['an epi demiologist on monday', null],
    ['pedi a trician on monday', 'Pediatrician?'],
    ['opto metrist on monday', 'Optometrist?'],
    ['pod iatrist on monday', 'Podiatrist?'],
    ['the oper atrist on monday', null],
    ['a cyclist on monday', null],
    ['the bus tour ist on monday', null],
    ['see the artist on monday', null],
    ['piano therapist on monday', null],
    ['my family history on monday', null],
    ['the italian on monday', null],
  ])('%s: %s', (text, expected) => {
    expect(specialty(text)).toBe(expected)
  })
})

describe('a specialty that is spelled wrong is a guess', () => {
  test.each([
    ['my opthalmologist on monday', 'Ophthalmologist?'],
    ['the dermotologist on monday', 'Dermatologist?'],
    ['the chiropracter on monday', 'Chiropractor?'],
    ['peadiatrician on monday', 'Paediatrician?'],
    ['rheumatolgist on monday', 'Rheumatologist?'],
    ['physiotheraphy on monday', 'Physiotherapy?'],
    ['gynocologist on monday', 'Gynecologist?'],
    ['cardioligist on monday', 'Cardiologist?'],
    ['the cardiologist, not the dermotologist', 'Cardiologist'],
  ])('%s: %s', (text, expected) => {
    expect(specialty(text)).toBe(expected)
  })

  test.each([
    ['my physiology exam on monday'],
    ['a psychopath on monday'],
    ['radio on monday'],
    ['geology class on monday'],
    ['an optimist on monday'],
    ['theology on monday'],
    ['dermatitis is back'],
    ['a neurotic week'],
  ])('%s: none', (text) => {
    expect(specialty(text)).toBeNull()
  })
})

describe('a specialty that a camera read wrong', () => {
  test.each([
    ['CARDl0LOGY CLlNIC\nMon 7 Dec', 'Cardiology'],
    ['0rthopaedics\nMon 7 Dec', 'Orthopaedics'],
    ['Neuro1ogy\nMon 7 Dec', 'Neurology'],
    ['Uro|ogy\nMon 7 Dec', 'Urology'],
    ['DERMAT0LOGY\nMon 7 Dec', 'Dermatology'],
    ['Derrnatology\nMon 7 Dec', 'Dermatology'],
    ['PAEDlATRlCS\nMon 7 Dec', 'Paediatrics'],
    ['0ncology\nMon 7 Dec', 'Oncology'],
    ['DlALYSlS UNlT\nMon 7 Dec', 'Nephrology'],
  ])('%j: %s', (text, expected) => {
    expect(specialty(text)).toBe(expected)
  })
})
