import { SPECIALTIES } from '../cues.ts'
import { anyOf, listName } from './list.ts'

/** What a doctor is of, in the words of those who go there; who does it, and what it is called. */
interface Field {
  person: string
  field: string
  /** Words before "doctor", "specialist" or "clinic" that mean it. */
  words?: string
  /** Words that may mean another one as well. */
  open?: string
}

const FIELDS: readonly Field[] = [
  {
    person: 'Cardiologist',
    field: 'Cardiology',
    words:
      'heart, cardiac, cardio, heart failure, heart rhythm, heart valve, pacemaker, arrhythmia, atrial fibrillation, angina, chest pain, palpitations',
    open: 'hypertension',
  },
  {
    person: 'Pulmonologist',
    field: 'Respiratory medicine',
    words: 'asthma, copd, chest, lung, respiratory, breathing, pulmonary, bronchiectasis, emphysema',
  },
  {
    person: 'Neurologist',
    field: 'Neurology',
    words:
      'stroke, tia, mini stroke, epilepsy, seizure, first fit, migraine, headache, ms, multiple sclerosis, parkinsons, brain, nerve, neuro, motor neurone',
  },
  {
    person: 'Geriatrician',
    field: 'Geriatrics',
    words: 'geriatric, elderly care, care of the elderly, older peoples, frailty',
    open: 'falls',
  },
  {
    person: 'Endocrinologist',
    field: 'Endocrinology',
    words:
      'diabetes, diabetic, diabetes and endocrine, endocrine, thyroid, hormone, pituitary, adrenal, insulin pump, sugar',
  },
  {
    person: 'Gastroenterologist',
    field: 'Gastroenterology',
    words: 'gastro, stomach, gut, tummy, bowel, ibd, crohns, colitis, coeliac, celiac, digestive, gi, reflux',
  },
  { person: 'Hepatologist', field: 'Hepatology', words: 'liver, hepatitis' },
  {
    person: 'Nephrologist',
    field: 'Nephrology',
    words: 'kidney, renal, dialysis, kidney transplant, renal transplant',
  },
  {
    person: 'Urologist',
    field: 'Urology',
    words: 'prostate, bladder, waterworks, urinary, kidney stone, urology',
  },
  {
    person: 'Gynaecologist',
    field: 'Gynaecology',
    words: 'gynae, gyno, gyny, gynec, gynaec, gynaecological, menopause, colposcopy, endometriosis, hysteroscopy',
    open: 'womens, fertility',
  },
  {
    person: 'Obstetrician',
    field: 'Obstetrics',
    words: 'obstetric, maternity',
    open: 'antenatal, ante natal, ante-natal, prenatal, pregnancy, postnatal',
  },
  {
    person: 'Oncologist',
    field: 'Oncology',
    words: 'cancer, chemo, chemotherapy, radiotherapy, tumour, tumor',
  },
  {
    person: 'Haematologist',
    field: 'Haematology',
    words: 'haem, blood disorders, blood cancer, sickle cell, haemophilia, thalassaemia, clotting',
    open: 'warfarin, anticoagulation, anticoagulant, inr',
  },
  {
    person: 'Rheumatologist',
    field: 'Rheumatology',
    words: 'arthritis, rheumatoid, rheum, rheumy, lupus, gout',
  },
  {
    person: 'Orthopaedic surgeon',
    field: 'Orthopaedics',
    words:
      'fracture, knee, hip, hip and knee, shoulder, bone, joint replacement, bone and joint, ortho, trauma, trauma and orthopaedic, plaster, elbow, wrist, ankle',
    open: 'spine, spinal, hand, foot and ankle',
  },
  {
    person: 'Dermatologist',
    field: 'Dermatology',
    words: 'skin, mole, skin cancer, eczema, acne, psoriasis, derm',
  },
  {
    person: 'ENT',
    field: 'ENT',
    words: 'ear, sinus, throat, tonsil, ear nose and throat, ear nose throat, nose',
  },
  {
    person: 'Allergist',
    field: 'Allergist',
    words: 'allergy, allergies, allergy and asthma, asthma and allergy, allergy and immunology',
  },
  { person: 'Sleep specialist', field: 'Sleep medicine', words: 'sleep, sleep apnoea, sleep apnea' },
  { person: 'Breast surgeon', field: 'Breast clinic', words: 'breast' },
  { person: 'Memory specialist', field: 'Memory clinic', open: 'memory' },
  {
    person: 'Infectious diseases',
    field: 'Infectious diseases',
    words: 'infectious disease, infectious diseases, tropical medicine',
  },
  {
    person: 'Ophthalmologist',
    field: 'Ophthalmology',
    words:
      'cataract, glaucoma, macular, macula, retina, retinal, amd, squint, cornea, corneal, diabetic eye, eye injection',
    open: 'eye',
  },
  { person: 'Podiatrist', field: 'Podiatry', words: 'foot, feet, diabetic foot, toenail' },
  {
    person: 'Paediatrician',
    field: 'Paediatrics',
    open: 'kids, childrens, paediatric, pediatric',
  },
  {
    person: 'Mental health',
    field: 'Mental health',
    open: 'mental health, behavioral health, behavioural health',
  },
  { person: 'Pain medicine', field: 'Pain medicine', words: 'pain' },
  { person: 'Vascular surgeon', field: 'Vascular surgery', words: 'vascular, varicose vein, vein' },
  { person: 'General surgeon', field: 'General surgery', words: 'general surgical', open: 'hernia' },
  { person: 'Colorectal surgeon', field: 'Colorectal surgery', words: 'colorectal' },
  { person: 'Plastic surgeon', field: 'Plastic surgery', words: 'plastics' },
  { person: 'Dentist', field: 'Dental', words: 'tooth, teeth' },
  { person: 'Orthodontist', field: 'Orthodontics', words: 'braces' },
  { person: 'Audiologist', field: 'Audiology', words: 'hearing, hearing aid' },
  { person: 'Podiatrist', field: 'Podiatry', words: 'chiropody' },
  { person: 'Dietitian', field: 'Dietitian', words: 'nutrition, dietetic' },
  { person: 'Dentist', field: 'Dental', words: 'dental' },
]

const PERSON =
  'doctors?|docs?|dr|specialists?|consultants?|physicians?|experts?|guy|man|lady|woman|bloke|fella|fellow|chap|person|people'
/** What is done there, for which there may be another one as well: `neuro checkup`, `cataract op`, `heart review`. */
const MATTER =
  'check-?ups?|checks?|reviews?|follow[- ]?ups?|evals?|evaluations?|assessments?|pre-?(?:op|assessment|admission)|ops?|operations?|surgery|procedures?|consults?|consultations?'
const PLACE =
  'clinics?|units?|departments?|dept|cent(?:er|re)s?|out-?patients?(?: (?:clinic|department))?|wards?|services?|tea(?:m|rn)|appointments?|appt'

const meant = new Map<string, { field: Field; isOpen: boolean }>()
for (const field of FIELDS) {
  for (const word of field.words?.split(', ') ?? []) meant.set(word, { field, isOpen: false })
  for (const word of field.open?.split(', ') ?? []) meant.set(word, { field, isOpen: true })
}
const bareWords = (words: string): string =>
  words
    .toLowerCase()
    .replace(/['’]|,(?= )/g, '')
    .replace(/&/g, 'and')
const WORDS = anyOf(
  [...meant.keys()].map((words) =>
    words.replace(/s\b/g, "['’]?s").replace(/ and /g, ' (?:and|&) ').replace(/ /g, ',? '),
  ),
)

/** `knee surgeon`, `asthma clinic`, `the diabetes doctor`, `Ear, Nose & Throat clinic`. */
export const SAID_FIELD = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?<of>${WORDS}) (?:(?<person>${PERSON})|(?<surgeon>surgeons?)|(?<nurse>nurses?|educator|physiologist|rehab(?:ilitation)?|practitioner)|(?<place>${PLACE})|(?<matter>${MATTER}))(?![\\p{L}\\p{N}'’])`,
  'giu',
)

const FIELD_WORDS = new Set([...meant.keys()].flatMap((words) => words.split(/[ -]/)))

/** Whether a word by itself says what is done: `Cardiology`, `heart`, `children's`. */
export const isFieldWord = (word: string): boolean => FIELD_WORDS.has(bareWords(word)) || listName(word) !== ''

/** Who is seen, or what is gone to, where `SAID_FIELD` matched, and whether it can be nothing else. */
export function fieldName(groups: Record<string, string | undefined>): { value: string; isSure: boolean } {
  const { field, isOpen } = meant.get(bareWords(groups.of ?? '')) ?? {}
  if (field === undefined) return { value: '', isSure: false }
  if (groups.surgeon) {
    if (/^hand$/i.test(groups.of ?? '')) return { value: 'Hand surgeon', isSure: true }
    const isKnown = SPECIALTIES.operated.test(field.person)
    return { value: isKnown ? field.person : 'Surgeon', isSure: isKnown && !isOpen }
  }
  if (groups.matter) return { value: field.field, isSure: false }
  // The nurse of a practice has clinics for asthma and for diabetes too.
  if (groups.nurse) return { value: field.field, isSure: false }
  if (groups.person) {
    // A vascular physician operates on nobody.
    const isOther = /^physician/i.test(groups.person) && /surgeon$/.test(field.person)
    return {
      value: field.person,
      isSure: !isOther && (!isOpen || /^(?:eye|kids|child|p)/i.test(groups.of ?? '')),
    }
  }
  return { value: field.field, isSure: !isOpen }
}

/** `Specialty: Respiratory`, `Department of Cardiac Medicine`, `Service: New Patient - Allergy`. */
export const IN_SPECIALTY_FIELD = new RegExp(
  `(?<=\\b(?:speciali?ty|department|dept|clinic|service|visit type|appointment type)(?: of |: ?(?:(?:new|return|existing|follow[- ]?up|initial|first|review|annual|specialist)(?: patient| visit| appointment| consult(?:ation)?| review)*(?: [-–:/]|,) )?))(?<of>${WORDS})(?![\\p{L}\\p{N}'’])`,
  'giu',
)
