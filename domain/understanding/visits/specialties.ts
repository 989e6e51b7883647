import { matchesIn } from '../words/near.ts'
import type { Read } from '../words/read.ts'

/** The fixed list of the specification (section 5, appointment voice parsing): the person who does it, or what they do. */
const SPECIALTIES = [
  'Allergist',
  'Audiologist',
  'Audiology',
  'Cardiologist',
  'Cardiology',
  'Chiropractor',
  'Dental',
  'Dentist',
  'Dermatologist',
  'Dermatology',
  'Dietitian',
  'Endocrinologist',
  'Endocrinology',
  'ENT',
  'Family medicine',
  'Gastroenterologist',
  'Gastroenterology',
  'General practitioner',
  'General practice',
  'Geriatrician',
  'GP',
  'Gynaecologist',
  'Gynaecology',
  'Gynecologist',
  'Gynecology',
  'Haematologist',
  'Haematology',
  'Hematologist',
  'Hematology',
  'Immunologist',
  'Immunology',
  'Internal medicine',
  'Midwife',
  'Nephrologist',
  'Nephrology',
  'Neurologist',
  'Neurology',
  'Neurosurgeon',
  'Nurse',
  'Nutritionist',
  'Obstetrician',
  'Obstetrics',
  'Occupational therapist',
  'Oncologist',
  'Oncology',
  'Ophthalmologist',
  'Ophthalmology',
  'Optometrist',
  'Optometry',
  'Orthodontist',
  'Orthopaedic',
  'Orthopaedics',
  'Orthopedic',
  'Orthopedics',
  'Paediatrician',
  'Paediatrics',
  'Pediatrician',
  'Pediatrics',
  'Physiotherapist',
  'Physiotherapy',
  'Podiatrist',
  'Podiatry',
  'Psychiatrist',
  'Psychiatry',
  'Psychologist',
  'Psychology',
  'Pulmonologist',
  'Pulmonology',
  'Radiologist',
  'Radiology',
  'Rheumatologist',
  'Rheumatology',
  'Speech therapist',
  'Speech pathologist',
  'Surgeon',
  'Urologist',
  'Urology',
] as const

const LONGEST_FIRST = [...SPECIALTIES].sort((a, b) => b.length - a.length)
const SPECIALTY = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${LONGEST_FIRST.join('|')})s?(?![\\p{L}\\p{N}'’]*\\p{L})`,
  'giu',
)

/** What people say for one of the list. */
const SAID: readonly (readonly [RegExp, (typeof SPECIALTIES)[number]])[] = [
  [/\bphysio\b/gi, 'Physiotherapist'],
  [/\bphysical therap(?:ist|y)\b/gi, 'Physiotherapist'],
  [/\bskin (?:doctor|specialist)\b/gi, 'Dermatologist'],
  [/\b(?:heart (?:doctor|specialist)|cardiac specialist)\b/gi, 'Cardiologist'],
  [/\b(?:respiratory|lung|chest) (?:doctor|physician|specialist)\b/gi, 'Pulmonologist'],
  [/\b(?:cancer|chemo) (?:doctor|specialist)\b/gi, 'Oncologist'],
  [/\b(?:hormone|thyroid) (?:doctor|specialist)\b/gi, 'Endocrinologist'],
  [/\b(?:brain|nerve) (?:doctor|specialist)\b/gi, 'Neurologist'],
  [/\b(?:stomach|gut) (?:doctor|specialist)\b/gi, 'Gastroenterologist'],
  [/\b(?:kids|children['’]?s) (?:doctor|specialist)\b/gi, 'Paediatrician'],
  [/\bpaediatric\b/gi, 'Paediatrics'],
  [/\bpediatric\b/gi, 'Pediatrics'],
  [/\bblood specialist\b/gi, 'Haematologist'],
  [/\b(?:gyno|gynae)\b/gi, 'Gynaecologist'],
  [/\bchiro\b/gi, 'Chiropractor'],
  [/\beye (?:doctor|specialist)\b/gi, 'Ophthalmologist'],
  [/\beye (?:clinic|out-?patients?|department|unit|ward|hospital)\b/gi, 'Ophthalmology'],
  [/\bopticians?(?:['’]s?)?(?!\p{L})/giu, 'Optometry'],
  [/\b(?:eye|sight|vision) (?:tests?|exam(?:ination)?s?|check(?:-?ups?)?s?)\b/gi, 'Optometry'],
  [
    /(?<!\b(?:had|have|has|having|got|get|getting|caught|of|down with|the) )\bgastro\b(?! (?:bug|virus|last|since|symptoms))/gi,
    'Gastroenterology',
  ],
  [/\bkidney (?:doctor|specialist)\b/gi, 'Nephrologist'],
  [/\bfoot (?:doctor|specialist)\b/gi, 'Podiatrist'],
  [/\bear,? nose and throat\b/gi, 'ENT'],
  [/\bfamily (?:doctor|physician)\b/gi, 'General practitioner'],
  [/\b(?:ob-?gyn|ob\/gyn)\b/gi, 'Gynecologist'],
  [/\bobgyn\b/gi, 'Gynecologist'],
  [/\bspeech (?:and language )?(?:therapy|pathology)\b/gi, 'Speech therapist'],
  [/\boccupational therapy\b/gi, 'Occupational therapist'],
  [
    /\b(?:renal|kidney)(?= (?:clinic|unit|department|cent(?:er|re)|appointment|ward|review|outpatients?|team|associates|&|and\b))/gi,
    'Nephrology',
  ],
  [/\bchemo(?:therapy)?\b/gi, 'Oncology'],
  [/\b(?:hearing (?:clinic|test|check|cent(?:er|re)|aid clinic))\b/gi, 'Audiologist'],
  [/\b(?:midwifery|midwives)\b/gi, 'Midwife'],
  [/\bdiabetes (?:clinic|cent(?:er|re))\b/gi, 'Endocrinology'],
  [/\bortho\b/gi, 'Orthopaedic'],
  [/\bcardio\b/gi, 'Cardiology'],
  [/\bderm\b/gi, 'Dermatology'],
  [/\bpsych\b/gi, 'Psychiatry'],
]

const ANY_SAID = new RegExp(SAID.map(([{ source }]) => source).join('|'), 'iu')
/** What an optometrist does, and other people as well. */
const EYE_TEST = /^(?:eye|sight|vision) (?:test|exam|check)/i
/** Where several people may be seen: the eye clinic has optometrists too. */
const OPEN = /^eye (?:clinic|out|dep|unit|ward|hosp)/i

/** A specialty, and whether its words can only mean that one. */
export interface SaidSpecialty extends Read<string> {
  isSure: boolean
}

/**
 * The specialties of the list that the text names, as the list writes them and in the order of the text. What may be another one, or is
 * only what is tested, is left out where who does it is said; so is a hearing check at an optician's.
 */
export function specialtiesIn(text: string): SaidSpecialty[] {
  const listed = matchesIn(text, SPECIALTY).map(({ 0: words, index }) => ({
    value: listName(words),
    words,
    at: index,
    isSure: true,
  }))
  if (!ANY_SAID.test(text)) return listed
  const said = SAID.flatMap(([pattern, value]) =>
    matchesIn(text, pattern).map(({ 0: words, index }) => ({
      value,
      words,
      at: index,
      isSure: !OPEN.test(words),
    })),
  )
  const all = [...listed, ...said].sort((a, b) => a.at - b.at)
  const certain = all.filter(({ isSure }) => isSure)
  const isOptician = certain.some(({ words }) => /^(?:optic|optom)/i.test(words) || EYE_TEST.test(words))
  const kept = certain.filter(({ words }) => !isOptician || !/^hearing (?:test|check)/i.test(words))
  const [held = all] = [kept.filter(({ words }) => !EYE_TEST.test(words)), kept].filter(
    ({ length }) => length > 0,
  )
  return held
}

/** The first specialty of the list that the text names, as the list writes it; empty when it names none. */
export const readSpecialty = (text: string): string => specialtiesIn(text)[0]?.value ?? ''

/** `Cardiologist` and `Cardiology`, `Dental` and `Dentist` are one; a surgeon is of what stands right before. */
export function isSameSpecialty(a: Read<string>, b: Read<string>): boolean {
  const [first, second] = a.at <= b.at ? [a, b] : [b, a]
  const isSurgeon = second.value === 'Surgeon' && second.at <= first.at + first.words.length + 1
  return isSurgeon || stemOf(a.value) === stemOf(b.value)
}

const stemOf = (name: string): string =>
  name === 'GP' ? 'genera' : name.toLowerCase().slice(0, /^dent/i.test(name) ? 4 : 6)

function listName(words: string): string {
  const said = words.toLowerCase()
  const named = (word: string) => SPECIALTIES.find((name) => name.toLowerCase() === word)
  return named(said) ?? named(said.slice(0, -1)) ?? ''
}
