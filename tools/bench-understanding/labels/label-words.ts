import type { Chance } from '#tests/sync/prng.ts'

/** Medications as labels print them, with the strengths in which they are sold. */
const MEDICINES: readonly (readonly [name: string, form: string, strengths: readonly string[], brand?: string])[] = [
  ['Atorvastatin', 'tablet', ['10 mg', '20 mg', '40 mg', '80 mg'], 'Lipitor'],
  ['Metformin', 'tablet', ['500 mg', '850 mg', '1000 mg'], 'Diabex'],
  ['Perindopril', 'tablet', ['2 mg', '4 mg', '5 mg', '10 mg'], 'Coversyl'],
  ['Amoxicillin', 'capsule', ['250 mg', '500 mg'], 'Amoxil'],
  ['Esomeprazole', 'capsule', ['20 mg', '40 mg'], 'Nexium'],
  ['Pantoprazole', 'tablet', ['20 mg', '40 mg'], 'Somac'],
  ['Levothyroxine', 'tablet', ['25 mcg', '50 mcg', '100 mcg'], 'Eutroxsig'],
  ['Ramipril', 'capsule', ['2.5 mg', '5 mg', '10 mg']],
  ['Bisoprolol', 'tablet', ['1.25 mg', '2.5 mg', '5 mg']],
  ['Amlodipine', 'tablet', ['5 mg', '10 mg'], 'Norvasc'],
  ['Sertraline', 'tablet', ['50 mg', '100 mg'], 'Zoloft'],
  ['Escitalopram', 'tablet', ['10 mg', '20 mg'], 'Lexapro'],
  ['Cefalexin', 'capsule', ['250 mg', '500 mg'], 'Keflex'],
  ['Doxycycline', 'capsule', ['50 mg', '100 mg']],
  ['Prednisolone', 'tablet', ['1 mg', '5 mg', '25 mg']],
  ['Furosemide', 'tablet', ['20 mg', '40 mg'], 'Lasix'],
  ['Gabapentin', 'capsule', ['100 mg', '300 mg', '400 mg']],
  ['Tramadol', 'capsule', ['50 mg']],
  ['Warfarin', 'tablet', ['1 mg', '3 mg', '5 mg'], 'Coumadin'],
  ['Naproxen', 'tablet', ['250 mg', '500 mg']],
  ['Lisinopril', 'tablet', ['10 mg', '20 mg'], 'Zestril'],
  ['Montelukast', 'tablet', ['5 mg', '10 mg'], 'Singulair'],
  ['Colchicine', 'tablet', ['500 mcg', '0.6 mg']],
  ['Trimethoprim', 'tablet', ['200 mg', '300 mg']],
  ['Venlafaxine', 'capsule', ['75 mg', '150 mg']],
  ['Allopurinol', 'tablet', ['100 mg', '300 mg'], 'Progout'],
  ['Digoxin', 'tablet', ['62.5 mcg', '125 mcg', '250 mcg']],
  ['Spironolactone', 'tablet', ['25 mg', '100 mg']],
  ['Famotidine', 'tablet', ['20 mg', '40 mg']],
  ['Quetiapine', 'tablet', ['25 mg', '100 mg', '200 mg'], 'Seroquel'],
  ['Zopiclone', 'tablet', ['3.75 mg', '7.5 mg']],
  ['Nitrofurantoin', 'capsule', ['50 mg', '100 mg']],
  ['Hydrochlorothiazide', 'tablet', ['12.5 mg', '25 mg']],
  ['Rosuvastatin', 'tablet', ['5 mg', '10 mg', '20 mg'], 'Crestor'],
  ['Lercanidipine', 'tablet', ['10 mg', '20 mg']],
  ['Tamsulosin', 'capsule', ['400 mcg'], 'Flomaxtra'],
  ['Fexofenadine', 'tablet', ['120 mg', '180 mg'], 'Telfast'],
  ['Paracetamol', 'tablet', ['500 mg', '665 mg'], 'Panadol'],
  ['Codeine Phosphate', 'tablet', ['15 mg', '30 mg']],
  ['Sodium Valproate', 'tablet', ['200 mg', '500 mg'], 'Epilim'],
  ['Ferrous Sulfate', 'tablet', ['200 mg', '325 mg']],
  ['Isosorbide Mononitrate', 'tablet', ['30 mg', '60 mg'], 'Imdur'],
]

/**
 * Frequencies: a key shared by all wordings (see frequencyKey), and the wordings. `#` is the number of units, `%` the
 * unit.
 */
const DIRECTIONS: readonly (readonly [key: string, wordings: readonly string[]])[] = [
  [
    '1/day',
    [
      'Take # % once daily',
      'Take # % daily',
      'Take # % once a day',
      'Take # % every day with food',
      'Take # % by mouth once daily',
      '# to be taken each day',
      'TAKE # % BY MOUTH EVERY DAY',
    ],
  ],
  [
    '1/day morning',
    [
      'Take # % in the morning',
      'Take # % each morning before breakfast',
      '# to be taken in the morning',
      'Take # % every morning with food',
      'Take # % by mouth every morning',
    ],
  ],
  [
    '1/day night',
    [
      'Take # % at night',
      'Take # % at bedtime',
      'Take # % nightly',
      '# to be taken at night',
      'Take # % by mouth at bedtime',
    ],
  ],
  [
    '2/day',
    [
      'Take # % twice a day',
      'Take # % twice daily with food',
      'Take # % two times a day',
      '# to be taken twice a day',
      'Take # % by mouth two times daily with meals',
      'Take # % in the morning and # % at night',
    ],
  ],
  [
    '3/day',
    [
      'Take # % three times a day',
      'Take # % three times daily until finished',
      '# to be taken three times a day',
      'Take # % three times a day with food',
      'Take # % by mouth three times daily for 7 days',
    ],
  ],
  [
    '4/day',
    [
      'Take # % four times a day',
      'Take # % four times daily until all finished',
      '# to be taken four times a day',
      'Take # % four times a day on an empty stomach',
    ],
  ],
  [
    'every 8 hours',
    ['Take # % every 8 hours', 'Take # % every eight hours for 5 days', 'Take # % by mouth every 8 hours with food'],
  ],
  ['every 6 hours', ['Take # % every 6 hours', 'Take # % every six hours until finished']],
  [
    'every 4-6 hours as needed',
    [
      'Take # % every 4 to 6 hours when required for pain',
      'Take # % by mouth every 4 to 6 hours as needed for pain',
      'Take # % every 4-6 hours if required',
    ],
  ],
  ['as needed', ['Take # % when required', 'Take # % as needed for pain', 'Take # % if needed for allergy']],
  ['1/week', ['Take # % once a week', 'Take # % once weekly on the same day', 'Take # % every week']],
  ['every 2 days', ['Take # % every second day', 'Take # % on alternate days', 'Take # % every other day']],
]
/** The same in the shorthand of prescribers. */
const SHORTHAND: readonly (readonly [key: string, wordings: readonly string[]])[] = [
  ['1/day', ['# daily', '# tab daily', '# d', '1 od with food'].filter((text) => !/ d$|od/.test(text))],
  ['1/day morning', ['# mane', '# tab mane']],
  ['1/day night', ['# nocte', '# tab nocte']],
  ['2/day', ['# bd', '# tab bd with food', '# BID', '# tablets bd']],
  ['3/day', ['# tds', '# tds for 7 days', '# tid with meals', '# TDS 5/7']],
  ['4/day', ['# qid', '# qid ac', '# QID x 7 days']],
  ['every 8 hours', ['# q8h', '# 8 hourly']],
  ['every 6 hours', ['# q6h', '# 6 hourly']],
  ['every 4-6 hours as needed', ['# q4-6h prn', '# every 4-6 hours prn']],
  ['as needed', ['# prn', '# prn for pain']],
]

const FIRST = [
  'John',
  'Margaret',
  'Aisha',
  'Liam',
  'Grace',
  'Wei',
  'Sarah',
  'Peter',
  'Olivia',
  'Mohammed',
  'Helen',
  'Daniel',
]
const LAST = [
  'Smith',
  'Nguyen',
  'Patel',
  'Brown',
  'Wilson',
  "O'Brien",
  'Kowalski',
  'Garcia',
  'Taylor',
  'Chen',
  'Murphy',
  'Evans',
  'Papadopoulos',
  'Singh',
]
const STREETS = ['High Street', 'George St', 'Station Road', 'Elm Ave', 'Church Lane', 'Beach Rd', 'Main Street']
const TOWNS = [
  'Carlton VIC 3053',
  'Leeds LS1 4AP',
  'Springfield IL 62701',
  'Parramatta NSW 2150',
  'Bristol BS1 5TR',
  'Austin TX 78701',
]
const PHARMACIES = [
  'Greenfield Pharmacy',
  'Amcal Chemist Northside',
  'Priceline Pharmacy Fitzroy',
  'Well Pharmacy',
  'Boots the Chemists',
  'Walgreens Pharmacy',
  'Riverside Chemist',
  'Lloyds Pharmacy',
  'Main Street Drug Store',
  'Chemist Warehouse Preston',
]

const WORDS_OF_NUMBERS = ['', 'ONE', 'TWO', 'THREE']

export interface Directed {
  name: string
  brand: string | null
  form: string
  dosage: string
  frequency: string
  /** As printed on the label. */
  instructions: string
}

/** Returns a medication with its directions, in words or in prescribers' shorthand. */
export function medicineOf(chance: Chance, isShort: boolean): Directed {
  const [name, form, strengths, brand = null] = chance.pick(MEDICINES)
  const [frequency, wordings] = chance.pick(isShort ? SHORTHAND : DIRECTIONS)
  const units = chance.pick([1, 1, 1, 2])
  const count = isShort || chance.chance(0.3) ? String(units) : (WORDS_OF_NUMBERS[units] as string)
  const unit = units === 1 ? form : `${form}s`
  const instructions = chance.pick(wordings).replaceAll('#', count).replaceAll('%', unit)
  return { name, brand, form, dosage: chance.pick(strengths), frequency, instructions }
}

export interface Around {
  patient: string
  doctor: string
  pharmacy: string
  address: string
  phone: string
  /** The date of dispensing or prescribing, and how the label prints it. */
  date: string
  printedDate: string
}

export function aroundOf(chance: Chance, region: 'au' | 'uk' | 'us'): Around {
  const two = (value: number) => String(value).padStart(2, '0')
  const [year, month, day] = [chance.pick([2025, 2026]), chance.between(1, 12), chance.between(13, 28)]
  const short = new Date(Date.UTC(year, month - 1, day)).toLocaleDateString('en-US', {
    month: 'short',
    timeZone: 'UTC',
  })
  const printedDate =
    region === 'us'
      ? `${two(month)}/${two(day)}/${year}`
      : chance.pick([
          `${two(day)}/${two(month)}/${year}`,
          `${day} ${short} ${year}`,
          `${two(day)}/${two(month)}/${String(year).slice(2)}`,
        ])
  const digits = (count: number) => Array.from({ length: count }, () => chance.between(0, 9)).join('')
  return {
    patient: `${chance.pick(['Mr', 'Mrs', 'Ms', ''])} ${chance.pick(FIRST)} ${chance.pick(LAST)}`.trim(),
    doctor: `${chance.pick(FIRST)} ${chance.pick(LAST)}`,
    pharmacy: chance.pick(PHARMACIES),
    address: `${chance.between(1, 250)} ${chance.pick(STREETS)}, ${chance.pick(TOWNS)}`,
    phone:
      region === 'us'
        ? `(${chance.between(201, 989)}) 555-${digits(4)}`
        : `0${chance.between(1, 8)} ${digits(4)} ${digits(4)}`,
    date: `${year}-${two(month)}-${two(day)}`,
    printedDate,
  }
}
