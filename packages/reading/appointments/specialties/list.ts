import { editDistance } from '../../words/edit-distance.ts'

/** The fixed list of the specification (section 5, appointment voice parsing): the person who does it, or what they do. */
const SPECIALTIES = `
Acupuncture, Acupuncturist, Allergist, Anaesthetics, Anaesthetist, Anesthesiologist, Anesthesiology, Audiologist, Audiology, Biokineticist,
Cardiologist, Cardiology, Cardiothoracic surgeon, Cardiothoracic surgery, Chiropractic, Chiropractor, Colorectal surgeon,
Colorectal surgery, Counsellor, Dental, Dental hygienist, Dentist, Dentistry, Dermatologist, Dermatology, Diabetologist, Diabetology,
Dietitian, Endocrinologist, Endocrinology, Endodontist, ENT, Exercise physiologist, Family medicine, Gastroenterologist,
Gastroenterology, General medicine, General practice, General practitioner, General surgeon, General surgery, Geriatric medicine, Geriatrician,
Genetics, Geriatrics, GP, Gynaecologist, Gynaecology, Gynecologist, Gynecology, Haematologist, Haematology, Hand therapist, Hand therapy, Health visitor, Hematologist,
Hematology, Hepatologist, Hepatology, Homeopath, Immunologist, Immunology, Infectious diseases, Internal medicine, Massage therapist,
Midwife, Midwifery, Naturopath, Nephrologist, Nephrology, Neurologist, Neurology, Neurosurgeon, Neurosurgery,
Nurse, Nurse practitioner, Nutritionist, Obstetrician, Obstetrics, Occupational health, Occupational therapist, Oncologist, Oncology,
Ophthalmologist, Ophthalmology, Optometrist, Optometry, Oral surgeon, Oral surgery, Orthodontics, Orthodontist, Orthopaedic,
Orthopaedic surgeon, Orthopaedic surgery, Orthopaedics, Orthopedic, Orthopedic surgeon, Orthopedic surgery, Orthopedics, Orthoptics,
Orthoptist, Orthotics, Orthotist, Osteopath, Osteopathy, Paediatrician, Paediatrics, Pain management, Pain medicine, Palliative care,
Pediatrician, Pediatrics, Periodontist, Phlebotomist, Phlebotomy, Physiotherapist, Physiotherapy, Plastic surgeon, Plastic surgery,
Podiatrist, Podiatry, Psychiatrist, Psychiatry, Psychologist, Psychology, Psychotherapist, Psychotherapy, Pulmonologist, Pulmonology,
Radiographer, Radiologist, Radiology, Respiratory medicine, Rheumatologist, Rheumatology, Sexual health, Sonographer,
Speech pathologist, Speech therapist, Sports medicine, Surgeon, Urologist, Urology, Vascular surgeon, Vascular surgery
`
  .trim()
  .split(/,\s+/)

const LISTED = new Map(SPECIALTIES.map((name) => [name.toLowerCase(), name]))
/** So that a longer name is found before the shorter one that it begins with. */
const longestFirst = (words: readonly string[]): string[] => [...words].sort((a, b) => b.length - a.length)

/** Any of some words, as a pattern that tries at each place only those that begin with the letter that stands there. */
export const anyOf = (words: readonly string[]): string =>
  [...Map.groupBy(longestFirst(words), (word) => word.charAt(0).toLowerCase())]
    .map(([first, all]) => `${first}(?:${all.map((word) => word.slice(1)).join('|')})`)
    .join('|')

/** A specialty of the list, also in the plural; a camera reads `rn` where an m is printed. */
export const LISTED_SPECIALTY = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${anyOf(SPECIALTIES).replace(/m/gi, '(?:m|rn)')})s?(?=['’]s(?!\\p{L})|(?![\\p{L}\\p{N}'’]*\\p{L}))`,
  'giu',
)

/** As the list writes what `LISTED_SPECIALTY` matched. */
export function listName(words: string): string {
  const said = words.toLowerCase()
  const forms = [said, said.slice(0, -1), said.replace(/rn/g, 'm'), said.replace(/rn/g, 'm').slice(0, -1)]
  return forms.map((form) => LISTED.get(form)).find((name) => name !== undefined) ?? ''
}

/** The names of the list that are one word, by their first letter: `Dermatology`, `Podiatrist`. */
const ONE_WORD = Map.groupBy(
  SPECIALTIES.filter((name) => /^\p{L}{8,}$/u.test(name)).map((name) => ({
    name,
    small: name.toLowerCase(),
  })),
  ({ small }) => small.charAt(0),
)
/** In so long a word a second letter may be wrong. */
const LONG = 11

/** The specialty of the list that a long word is meant to be, where it is spelled wrong: `opthalmologist`; empty where it is none. */
export function misspelled(word: string): string {
  const said = word.toLowerCase()
  const most = said.length >= LONG ? 2 : 1
  const [nearest] = (ONE_WORD.get(said.charAt(0)) ?? [])
    .filter(({ small }) => Math.abs(small.length - said.length) <= most)
    .map(({ name, small }) => ({ name, slips: editDistance(said, small, most) }))
    .sort((a, b) => a.slips - b.slips)
  return nearest && nearest.slips <= most ? nearest.name : ''
}

/** What a word sounds like, in letters that each stand for all of their sound. */
const sound = (words: string): string =>
  words
    .toLowerCase()
    .replace(/ph/g, 'f')
    .replace(/c(?=[eiy])|z/g, 's')
    .replace(/c/g, 'k')
    .replace(/y/g, 'i')
    .replace(/[^a-z]|h/g, '')
    .replace(/(.)\1+/g, '$1')

/** In so many sounds two may be wrong, in fewer none. */
const MANY_SOUNDS = 12
const MOST_WRONG = 2

let sounds: { name: string; heard: string }[] | null = null

/** The specialty of the list, of one long word, that some words sound like together; empty where they sound like none. */
export function soundsLike(words: string): string {
  sounds ??= [...ONE_WORD.values()].flat().map(({ name }) => ({ name, heard: sound(name) }))
  const said = sound(words)
  const same = sounds.find(({ heard }) => heard === said)
  if (same || said.length < MANY_SOUNDS) return same?.name ?? ''
  const near = sounds.filter(({ heard }) => heard.startsWith(said.charAt(0)) && heard.length >= MANY_SOUNDS)
  return near.find(({ heard }) => editDistance(said, heard, MOST_WRONG) <= MOST_WRONG)?.name ?? ''
}
