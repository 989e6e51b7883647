import { matchesIn } from './near.ts'
import type { Read } from './read.ts'

/** The fixed list of the specification (section 5, appointment voice parsing): the person who does it, or what they do. */
const SPECIALTIES = [
  'Allergist',
  'Audiologist',
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
  'Nephrologist',
  'Nephrology',
  'Neurologist',
  'Neurology',
  'Neurosurgeon',
  'Nutritionist',
  'Obstetrician',
  'Obstetrics',
  'Oncologist',
  'Oncology',
  'Ophthalmologist',
  'Ophthalmology',
  'Optometrist',
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
  [/\bheart (?:doctor|specialist)\b/gi, 'Cardiologist'],
  [/\beye (?:doctor|specialist)\b/gi, 'Ophthalmologist'],
  [/\bkidney (?:doctor|specialist)\b/gi, 'Nephrologist'],
  [/\bfoot (?:doctor|specialist)\b/gi, 'Podiatrist'],
  [/\bear,? nose and throat\b/gi, 'ENT'],
  [/\bfamily (?:doctor|physician)\b/gi, 'General practitioner'],
  [/\b(?:ob-?gyn|ob\/gyn)\b/gi, 'Gynecologist'],
  [/\bobgyn\b/gi, 'Gynecologist'],
  [/\bortho\b/gi, 'Orthopaedic'],
  [/\bcardio\b/gi, 'Cardiology'],
  [/\bderm\b/gi, 'Dermatology'],
  [/\bpsych\b/gi, 'Psychiatry'],
]

/** The specialties of the list that the text names, as the list writes them and in the order of the text. */
export function specialtiesIn(text: string): Read<string>[] {
  const listed = matchesIn(text, SPECIALTY).map(({ 0: words, index }) => ({
    value: listName(words),
    words,
    at: index,
  }))
  const said = SAID.flatMap(([pattern, value]) =>
    matchesIn(text, pattern).map(({ 0: words, index }) => ({ value, words, at: index })),
  )
  return [...listed, ...said].sort((a, b) => a.at - b.at)
}

/** The first specialty of the list that the text names, as the list writes it; empty when it names none. */
export const readSpecialty = (text: string): string => specialtiesIn(text)[0]?.value ?? ''

function listName(words: string): string {
  const said = words.toLowerCase()
  const named = (word: string) => SPECIALTIES.find((name) => name.toLowerCase() === word)
  return named(said) ?? named(said.slice(0, -1)) ?? ''
}
