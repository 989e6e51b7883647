import type { Chance } from '#tests/sync/prng.ts'
import { type Around, aroundOf, type Directed, medicineOf } from './label-words.ts'

export type Region = 'au' | 'uk' | 'us'

/** Pharmacies that do not exist. */
const PHARMACIES: Record<Region, readonly string[]> = {
  au: ['Banksia Street Pharmacy', 'Wattlebird Chemist', 'Corella Discount Chemist', 'Pelican Bay Pharmacy'],
  uk: ['Marlowe Pharmacy', 'Thistledown Chemist', 'Harbour Lane Pharmacy', 'Pettigrew & Dunn Chemists'],
  us: ['Cedar & Main Pharmacy', 'Bluebonnet Drug Store', 'Lantern Pharmacy', 'Quick Fox Pharmacy'],
}

const STREETS = ['Wharf Road', 'Acacia Avenue', 'Mill Street', 'Kestrel Close', 'Orchard Drive', 'Bridge Street']
const TOWNS: Record<Region, readonly string[]> = {
  au: ['Glenbrook VIC 3999', 'Port Adler SA 5999', 'Mount Quill NSW 2998'],
  uk: ['Ashcombe AX9 4QT', 'Northwick NQ2 7LD', 'Little Marsh LM5 1ZZ'],
  us: ['Fairdale, OH 43999', 'Pine Bluff Heights, TX 75999', 'Lake Orin, MI 48999'],
}

/** Directions longer than one line, with the keys of frequencyKey. */
const LONG: readonly (readonly [key: string, wordings: readonly string[]])[] = [
  [
    'every 4-6 hours as needed',
    [
      'Take ONE or TWO % every 4 to 6 hours when needed for pain. Maximum 8 % in 24 hours',
      'Take 1 % by mouth every 4-6 hours as needed for pain. Do not take more than 6 % in 24 hours',
    ],
  ],
  [
    '2/day',
    [
      'Take ONE % in the morning and ONE % at night with food for 7 days',
      'Take TWO % TWICE a day with or after food until all taken',
    ],
  ],
  [
    '1/day morning',
    [
      'Take ONE % in the morning half an hour before food',
      'Take 1 % by mouth every morning with a full glass of water',
    ],
  ],
  ['1/day night', ['Take HALF a % at night for 4 nights, then ONE % at night', 'Take 1 % by mouth daily at bedtime']],
  ['every 8 hours', ['Take ONE % every 8 hours for 5 days, an hour before food']],
  ['3/day', ['Take ONE % THREE times a day for 7 days. Complete the course']],
]

export interface PhotoAround extends Around {
  /** Street and town on lines of their own. */
  street: string
  town: string
}

export function placedOf(chance: Chance, region: Region): PhotoAround {
  const around = aroundOf(chance, region)
  const street = `${chance.between(1, 240)} ${chance.pick(STREETS)}`
  const town = chance.pick(TOWNS[region])
  const pharmacy = chance.pick(PHARMACIES[region])
  return { ...around, pharmacy, street, town, address: `${street}, ${town}` }
}

/** Returns a medication whose directions may take more than a line. */
export function directedOf(chance: Chance): Directed {
  const medicine = medicineOf(chance, false)
  if (chance.chance(0.5)) return medicine
  const [frequency, wordings] = chance.pick(LONG)
  const wording = chance.pick(wordings)
  const instructions = wording.replace(/(?<=\b(?:ONE|HALF a|1) )%/g, medicine.form).replaceAll('%', `${medicine.form}s`)
  return { ...medicine, frequency, instructions }
}
