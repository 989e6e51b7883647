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
const longestFirst = (words: readonly string[]): string[] => [...words].sort((a, b) => b.length - a.length)

/** A specialty of the list, also in the plural; a camera reads `rn` where an m is printed. */
export const LISTED_SPECIALTY = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${longestFirst(SPECIALTIES).join('|').replace(/m/gi, '(?:m|rn)')})s?(?=['’]s(?!\\p{L})|(?![\\p{L}\\p{N}'’]*\\p{L}))`,
  'giu',
)

/** As the list writes what `LISTED_SPECIALTY` matched. */
export function listName(words: string): string {
  const said = words.toLowerCase()
  const forms = [said, said.slice(0, -1), said.replace(/rn/g, 'm'), said.replace(/rn/g, 'm').slice(0, -1)]
  return forms.map((form) => LISTED.get(form)).find((name) => name !== undefined) ?? ''
}

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
    words:
      'gynae, gyno, gyny, gynec, gynaec, gynaecological, menopause, colposcopy, endometriosis, hysteroscopy',
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
  { person: 'Allergist', field: 'Allergist', words: 'allergy, allergies' },
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
/** Surgeons of these; of the others they have a name of their own. */
const OPERATED = /^(?:Breast|Ophthalm|Orthop|Dent|Colo|Vasc|General|Plast)/

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
const WORDS = longestFirst([...meant.keys()])
  .map((words) => words.replace(/s\b/g, "['’]?s").replace(/ and /g, ' (?:and|&) ').replace(/ /g, ',? '))
  .join('|')

/** `knee surgeon`, `asthma clinic`, `the diabetes doctor`, `Ear, Nose & Throat clinic`. */
export const SAID_FIELD = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?<of>${WORDS}) (?:(?<person>${PERSON})|(?<surgeon>surgeons?)|(?<nurse>nurses?|educator|physiologist|rehab(?:ilitation)?|practitioner)|(?<place>${PLACE})|(?<matter>${MATTER}))(?![\\p{L}\\p{N}'’])`,
  'giu',
)

const FIELD_WORDS = new Set([...meant.keys()].flatMap((words) => words.split(/[ -]/)))

/** Whether a word by itself says what is done: `Cardiology`, `heart`, `children's`. */
export const isFieldWord = (word: string): boolean =>
  FIELD_WORDS.has(bareWords(word)) || listName(word) !== ''

/** Who is seen, or what is gone to, where `SAID_FIELD` matched, and whether it can be nothing else. */
export function fieldName(groups: Record<string, string | undefined>): { value: string; isSure: boolean } {
  const { field, isOpen } = meant.get(bareWords(groups.of ?? '')) ?? {}
  if (field === undefined) return { value: '', isSure: false }
  if (groups.surgeon) {
    if (/^hand$/i.test(groups.of ?? '')) return { value: 'Hand surgeon', isSure: true }
    const isKnown = OPERATED.test(field.person)
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

/** `Specialty: Respiratory`, `Department of Cardiac Medicine`. */
export const IN_SPECIALTY_FIELD = new RegExp(
  `(?<=\\b(?:speciali?ty|department|dept|clinic|service)(?: of |: ?))(?<of>${WORDS})(?![\\p{L}\\p{N}'’])`,
  'giu',
)

/** What people say for one of the list in other ways. */
export const SAID: readonly (readonly [RegExp, string])[] = [
  [/\bphysio\b/gi, 'Physiotherapist'],
  [/\bphysical therapists?\b/gi, 'Physiotherapist'],
  [/\bphysical therapy\b/gi, 'Physiotherapist'],
  [/\bhydrotherapy\b/gi, 'Physiotherapy'],
  [/\b(?:blood) (?:doctor|specialist)\b/gi, 'Haematologist'],
  [
    /\bpaediatric\b(?! (?:\p{L}+(?:olog|iatr|surg|ist\b)|dent|ent\b|heart|skin|eye|ward|physio|occup|speech))/giu,
    'Paediatrics',
  ],
  [
    /\bpediatric\b(?! (?:\p{L}+(?:olog|iatr|surg|ist\b)|dent|ent\b|heart|skin|eye|ward|physio|occup|speech))/giu,
    'Pediatrics',
  ],
  [/\b(?:gyno|gynae|gyny|gynaec|gynec)\b/gi, 'Gynaecologist'],
  [/\b(?:child|baby) (?:doctor|specialist)\b/gi, 'Paediatrician'],
  [/\bpaeds\b/gi, 'Paediatrics'],
  [/\bpeds\b/gi, 'Pediatrics'],
  [/\bpodiatric\b/gi, 'Podiatrist'],
  [/\bsports (?:doctor|physician)\b/gi, 'Sports medicine'],
  [/\bspeech and language\b/gi, 'Speech therapist'],
  [/\bSALT\b/g, 'Speech therapist'],
  [/\bot (?:assessment|appointment|visit)\b/gi, 'Occupational therapist'],
  [/\bchiro\b/gi, 'Chiropractor'],
  [/\bopticians?(?:['’]s?)?(?!\p{L})/giu, 'Optometry'],
  [/\b(?:eye|sight|vision) (?:tests?|exam(?:ination)?s?|check(?:-?ups?)?s?)\b/gi, 'Optometry'],
  [/\bcontact lens(?:es)? (?:check|fitting|review|appointment|aftercare|test|trial)\b/gi, 'Optometry'],
  [
    /(?<!\b(?:had|have|has|having|got|get|getting|caught|of|down with|the) )\bgastro\b(?! (?:bug|virus|last|since|symptoms|doctor|guy|man|specialist|clinic))/gi,
    'Gastroenterology',
  ],
  [/\bear,? nose,? (?:and|&) throat\b/gi, 'ENT'],
  [/\bT ?& ?O\b/g, 'Orthopaedics'],
  [/\bophthalmic\b/gi, 'Ophthalmology'],
  [/\beye ?care\b/gi, 'Ophthalmology'],
  [/\b(?:care of the elderly|elderly care|elderly medicine)\b/gi, 'Geriatrics'],
  [/\boto(?:rhino)?laryngolog(?:y|ists?)\b/gi, 'ENT'],
  [/\b(?:family|primary care) (?:doctor|physician|provider|doc)\b/gi, 'General practitioner'],
  [/\bpcp\b/gi, 'General practitioner'],
  [/\bgeneral physician\b/gi, 'General practitioner'],
  [/\bprimary care\b(?! (?:cent|clinic|trust|network))/gi, 'General practice'],
  [/\beye casualty\b/gi, 'Ophthalmology'],
  [/\b(?:retinal|retinopathy|diabet\w+ eye) screening\b/gi, 'Ophthalmology'],
  [/\b(?:internist|specialist physician)\b/gi, 'Internal medicine'],
  [/\b(?:ob-?gyn|ob\/gyn)\b/gi, 'Gynecologist'],
  [/\bspeech (?:and|&) language (?:therapists?|therapy|pathologists?|pathology)\b/gi, 'Speech therapist'],
  [/\bspeech(?:[- ]language)? (?:therapy|pathology)\b/gi, 'Speech therapist'],
  [/\boccupational therapy\b/gi, 'Occupational therapist'],
  [/\b(?:renal|kidney)(?= (?:review|associates|&|and\b))/gi, 'Nephrology'],
  [/\bchemo(?:therapy)?\b/gi, 'Oncology'],
  [/\bradiotherapy\b/gi, 'Oncology'],
  [/\bhearing (?:test|check|aid (?:fitting|check|review))s?\b/gi, 'Audiologist'],
  [/\beye hospital\b/gi, 'Ophthalmology'],
  [/\bjoint (?:doctor|specialist)\b/gi, 'Rheumatologist'],
  [/\bbrain surgeons?\b/gi, 'Neurosurgeon'],
  [/\b(?:heart|cardiac) surgeons?\b/gi, 'Cardiothoracic surgeon'],
  [/\bmidwives\b/gi, 'Midwife'],
  [/\bmidwifery\b/gi, 'Midwife'],
  [/\bortho\b(?! (?:clinic|doctor|guy|man|surgeon|specialist))/gi, 'Orthopaedic'],
  [/\borthop(?:a?e)?dists?\b/gi, 'Orthopaedic surgeon'],
  [/\borthopods?\b/gi, 'Orthopaedic surgeon'],
  [/\bcardio\b(?! (?:clinic|doctor|guy|man|specialist))/gi, 'Cardiology'],
  [/\bderm\b(?! (?:clinic|doctor|guy|man|specialist))/gi, 'Dermatology'],
  [/\brheumy?\b(?! (?:clinic|doctor|guy|man|specialist))/gi, 'Rheumatology'],
  [/\bpsych\b/gi, 'Psychiatry'],
  [/\bpsychiatric nurses?\b/gi, 'Mental health'],
  [/\bcamhs\b/gi, 'Mental health'],
  [/\bshrink\b/gi, 'Psychiatrist'],
  [/\bcounsel(?:l?or|l?ing)\b(?! for\b)/gi, 'Counsellor'],
  [/\bchiropod(?:ists?|y)(?:['’]s)?(?!\p{L})/giu, 'Podiatrist'],
  [/\bdieti[ct]ians?\b/gi, 'Dietitian'],
  [/\bdietetics\b/gi, 'Dietitian'],
  [/\bhygienists?\b/gi, 'Dental hygienist'],
  [
    /\b(?:teeth|tooth) (?:cleaning|clean|check(?:-?up)?|extraction|out|pulled|whitening|filled|filling)\b/gi,
    'Dental',
  ],
  [/\broot canal\b/gi, 'Dental'],
  [/\bwisdom (?:tooth|teeth)\b/gi, 'Dental'],
  [/\b(?:scale (?:and|&) polish|dentures?|dental surgeon)\b/gi, 'Dental'],
  [/\bbraces\b(?! (?:clinic|man|lady|doctor))/gi, 'Orthodontics'],
  [/\borthodontic\b/gi, 'Orthodontics'],
  [/\b(?:max[- ]?fax|maxillofacial)\b/gi, 'Oral surgery'],
  [/\bgum clinic\b/gi, 'Sexual health'],
  [/\b(?:fracture|plaster) room\b/gi, 'Orthopaedics'],
  [/\b(?:diabetes|diabetic) (?:and|&) endocrine\b/gi, 'Endocrinology'],
  [/\bsleep (?:study|studies|tests?|lab(?:oratory)?|medicine|cent(?:er|re))\b/gi, 'Sleep medicine'],
  [/\b(?:my|our|his|her|the|a|see|seeing|with) therapist\b/gi, 'Therapist'],
  [/\b(?:family |couples |talking |group )?therapy\b/gi, 'Therapy'],
  [/\bcbt\b/gi, 'Psychotherapy'],
  [/\bpt (?:eval(?:uation)?|assessment|session|appointment|appt|visit)\b/gi, 'Physiotherapist'],
  [/\bPT(?= (?:on|at|with|w\/|this|next|today|tomorrow|in|for)\b)/g, 'Physiotherapist'],
  [/\b(?:cardiac|heart) (?:rehab|rehabilitation)\b/gi, 'Cardiology'],
  [/\blung function\b/gi, 'Respiratory medicine'],
  [/\b(?:haemo|hemo)?dialysis\b/gi, 'Nephrology'],
  [/\ballergy (?:tests?|testing|shots?|injections?)\b/gi, 'Allergist'],
  [/\b(?:antenatal|ante-natal|prenatal)\b/gi, 'Obstetrics'],
  [/\bob (?:appointment|appt|visit|doctor|check-?up)\b/gi, 'Obstetrician'],
  [/\bgum (?:specialist|doctor|dentist|surgeon)\b/gi, 'Periodontist'],
  [/\bbehaviou?ral health\b/gi, 'Mental health'],
  [/\bonc\b/gi, 'Oncology'],
  [/\bradiation (?:treatment|therapy|oncolog(?:y|ist))\b/gi, 'Oncology'],
  [
    /(?<!\b(?:bring|wear|your|my|new) )(?:\bhot stone |\bdeep tissue |\bsports )?\bmassage\b(?! therap)/gi,
    'Massage therapist',
  ],
  [/\b(?:macular|eye) injections?\b/gi, 'Ophthalmology'],
  [
    /\bpre-?op(?:erative)? (?:assessment|clinic|check|appointment|visit)\b|\bpre-?(?:admission|assessment) (?:clinic|appointment|visit)\b/gi,
    'Pre-operative assessment',
  ],
]

/** The names of the list that are one word, by their first letter: `Dermatology`, `Podiatrist`. */
const ONE_WORD = Map.groupBy(
  SPECIALTIES.filter((name) => /^\p{L}{8,}$/u.test(name)),
  (name) => name.charAt(0).toLowerCase(),
)
/** In so long a word a second letter may be wrong. */
const LONG = 11

/** The specialty of the list that a long word is meant to be, where it is spelled wrong: `opthalmologist`; empty where it is none. */
export function misspelled(word: string): string {
  const said = word.toLowerCase()
  const most = said.length >= LONG ? 2 : 1
  const [nearest] = (ONE_WORD.get(said.charAt(0)) ?? [])
    .filter((name) => Math.abs(name.length - said.length) <= most)
    .map((name) => ({ name, slips: editDistance(said, name.toLowerCase()) }))
    .sort((a, b) => a.slips - b.slips)
  return nearest && nearest.slips <= most ? nearest.name : ''
}
