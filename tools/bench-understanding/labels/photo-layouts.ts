import type { Chance } from '#tests/sync/prng.ts'
import { type LabelTruth, truthOf } from './label-layouts.ts'
import type { Directed } from './label-words.ts'
import { type Block, band, centred, print } from './page.ts'
import { directedOf, placedOf } from './photo-words.ts'

/** What is printed, and what it says. */
export interface Page {
  layout: string
  blocks: readonly Block[]
  truth: LabelTruth
}

export type Layout = (chance: Chance) => Page

export const page = (
  layout: string,
  blocks: readonly (Block | false)[],
  medicines: readonly Directed[],
  around: Omit<LabelTruth, 'medications'>,
): Page => ({
  layout,
  blocks: blocks.filter((block) => block !== false),
  truth: truthOf(medicines, around),
})

const upper = (chance: Chance, text: string, share: number): string =>
  chance.chance(share) ? text.toUpperCase() : text

/** Australia: the medicine first, the pharmacy at the foot, the address beside the initials. */
const australianChain: Layout = (chance) => {
  const [medicine, around] = [directedOf(chance), placedOf(chance, 'au')]
  const { name, dosage, form } = medicine
  const blocks = [
    centred('KEEP OUT OF REACH OF CHILDREN', 0.8),
    print(`${upper(chance, name, 0.6)} ${dosage.replace(' ', '')}`, 1.15, true),
    print(`${chance.pick([28, 30, 56, 60])} ${form}s`, 0.9),
    print(upper(chance, medicine.instructions, 0.3), 1.15, true),
    'rule' as const,
    print(`${around.patient}     ${around.printedDate}`),
    print(`Dr ${around.doctor}   Rpts ${chance.between(0, 5)}   ${chance.between(100_000, 999_999)}  JB`, 0.85),
    band(around.pharmacy, 1.1),
    print(`${around.address}  Ph ${around.phone}`, 0.75),
  ]
  return page('australian chain', blocks, [medicine], around)
}

/** Australia: the pharmacy's head, then medicine and brand on neighbouring lines, a warning at the side. */
const australianLocal: Layout = (chance) => {
  const [medicine, around] = [directedOf(chance), placedOf(chance, 'au')]
  const { name, dosage, form, brand } = medicine
  const blocks = [
    centred(around.pharmacy.toUpperCase(), 1.2, true),
    centred(`${around.street}, ${around.town}`, 0.75),
    centred(`Ph: ${around.phone}`, 0.75),
    'rule' as const,
    brand !== null && print(`${brand} ${dosage} ${form}s`, 1.1, true),
    print(brand === null ? `${name} ${dosage} ${form}s` : `(${name})`, brand === null ? 1.1 : 0.95, brand === null),
    {
      columns: [
        { share: 0.68, prints: [print(medicine.instructions, 1.1, true)] },
        { share: 0.32, prints: [print('May cause drowsiness. Avoid alcohol.', 0.7)] },
      ],
    },
    print(`For: ${around.patient}`),
    print(`Prescriber: Dr ${around.doctor}    Date: ${around.printedDate}`, 0.9),
  ]
  return page(
    'australian local',
    blocks,
    [brand === null ? medicine : { ...medicine, name: `${brand} / ${name}` }],
    around,
  )
}

/** Britain: quantity before the name, the directions in the middle, the pharmacy small at the foot. */
const british: Layout = (chance) => {
  const [medicine, around] = [directedOf(chance), placedOf(chance, 'uk')]
  const blocks = [
    print(
      `${chance.pick([7, 14, 28, 56, 84])} ${medicine.name} ${medicine.dosage.replace(' ', '')} ${medicine.form}s`,
      1.1,
      true,
    ),
    print(medicine.instructions, 1.15),
    print('Read the additional information given with this medicine', 0.8),
    print(`${around.patient}      ${around.printedDate}`, 1, true),
    print('Keep out of the sight and reach of children', 0.75),
    {
      columns: [
        { share: 0.58, prints: [print(around.pharmacy, 0.8, true), print(`${around.address}`, 0.7)] },
        { share: 0.42, prints: [print(`Tel ${around.phone}`, 0.75), print(`Dr ${around.doctor}`, 0.75)] },
      ],
    },
  ]
  return page('british', blocks, [medicine], around)
}

/** A chain in the United States: number and date side by side, the patient, the directions in capitals. */
const americanChain: Layout = (chance) => {
  const [medicine, around] = [directedOf(chance), placedOf(chance, 'us')]
  const { name, dosage, form, brand } = medicine
  const blocks = [
    band(around.pharmacy, 1.2),
    print(`${around.address}   ${around.phone}`, 0.7),
    {
      columns: [
        {
          share: 0.5,
          prints: [print(`Rx# ${chance.between(1_000_000, 9_999_999)}-${chance.between(10_000, 99_999)}`)],
        },
        { share: 0.5, prints: [print(`Date Filled: ${around.printedDate}`)] },
      ],
    },
    print(around.patient.toUpperCase(), 1, true),
    print(medicine.instructions.toUpperCase(), 1.2, true),
    print(`${name.toUpperCase()} ${dosage.toUpperCase()} ${form.toUpperCase()}`, 1.05, true),
    brand !== null && print(`GENERIC FOR: ${brand.toUpperCase()}`, 0.75),
    {
      columns: [
        {
          share: 0.4,
          prints: [print(`QTY: ${chance.pick([30, 60, 90])}`, 0.85), print(`REFILLS: ${chance.between(0, 5)}`, 0.85)],
        },
        {
          share: 0.6,
          prints: [
            print(`Prescriber: Dr. ${around.doctor}`, 0.85),
            print(`Discard after ${chance.between(1, 12)}/2028`, 0.75),
          ],
        },
      ],
    },
  ]
  return page('american chain', blocks, [medicine], around)
}

/** Another chain: the medicine in a column beside the pharmacy's address and the pill's description. */
const americanColumns: Layout = (chance) => {
  const [medicine, around] = [directedOf(chance), placedOf(chance, 'us')]
  const { name, dosage, form } = medicine
  const blocks = [
    {
      columns: [
        {
          share: 0.62,
          prints: [
            print(around.patient, 1, true),
            print(`${name} ${dosage}`, 1.2, true),
            print(upper(chance, medicine.instructions, 0.4), 1.1),
            print(`Qty ${chance.pick([30, 60, 90])} ${form}s`, 0.85),
          ],
        },
        {
          share: 0.38,
          prints: [
            print(around.pharmacy, 0.85, true),
            print(around.street, 0.7),
            print(around.town, 0.7),
            print(around.phone, 0.7),
            print(`Rx ${chance.between(1_000_000, 9_999_999)}`, 0.75),
            print(`Filled ${around.printedDate}`, 0.75),
            print(`Dr. ${around.doctor}`, 0.75),
          ],
        },
      ],
    },
    'rule' as const,
    print('CAUTION: Federal law prohibits transfer of this drug to any person other than the patient.', 0.6),
  ]
  return page('american columns', blocks, [medicine], around)
}

/** The labels that pharmacies stick on: these also go around a bottle. */
export const STICKERS: readonly Layout[] = [australianChain, americanColumns, british, americanChain, australianLocal]
