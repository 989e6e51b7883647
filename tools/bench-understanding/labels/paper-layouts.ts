import type { Chance } from '#tests/sync/prng.ts'
import type { Directed } from './label-words.ts'
import { type Block, band, centred, print } from './page.ts'
import { type Layout, page } from './photo-layouts.ts'
import { directedOf, placedOf } from './photo-words.ts'

/** The maker's box: brand large, the generic below; no directions, nobody's name. */
const box: Layout = (chance) => {
  let medicine = directedOf(chance)
  while (medicine.brand === null) medicine = directedOf(chance)
  const { name, brand, dosage, form } = medicine
  const around = placedOf(chance, 'au')
  const blocks = [
    band(brand, 2.2),
    print(`${name.toLowerCase()} ${dosage}`, 1.5, true),
    print(`${chance.pick([20, 28, 30, 60])} ${form}s`, 1.1),
    'rule' as const,
    print('PRESCRIPTION ONLY MEDICINE', 0.75, true),
    print('KEEP OUT OF REACH OF CHILDREN', 0.75),
    print('Store below 25°C. Protect from moisture.', 0.7),
  ]
  const said = { ...medicine, name: `${brand} / ${name}`, frequency: '', instructions: '' }
  return page('box', blocks, [said], { ...around, doctor: null, pharmacy: null, date: null })
}

function several(chance: Chance, most: number): Directed[] {
  const found: Directed[] = []
  while (found.length < most) {
    const next = directedOf(chance)
    if (found.every(({ name }) => name !== next.name)) found.push(next)
  }
  return found
}

/** A prescription with two or three medicines, numbered. */
const prescription: Layout = (chance) => {
  const around = placedOf(chance, 'au')
  const medicines = several(chance, chance.between(2, 3))
  const blocks: Block[] = [
    centred(chance.pick(['Glenbrook Family Practice', 'Kestrel Medical Centre', 'Bridge Street Surgery']), 1.2, true),
    centred(`${around.address}   Tel ${around.phone}`, 0.75),
    print(`Dr ${around.doctor}    Prescriber No. ${chance.between(1_000_000, 9_999_999)}`, 0.9),
    'rule',
    {
      columns: [
        { share: 0.6, prints: [print(`Patient: ${around.patient}`), print(`${around.street}`, 0.85)] },
        {
          share: 0.4,
          prints: [
            print(`Date: ${around.printedDate}`),
            print(`DOB: 1${chance.between(0, 9)}/04/19${chance.between(31, 92)}`, 0.85),
          ],
        },
      ],
    },
    ...medicines.flatMap(({ name, dosage, form, instructions }, index) => [
      print(`${index + 1}. ${name} ${dosage} ${form}s`, 1.1, true),
      print(`    ${instructions}`),
      print(`    Qty ${chance.pick([20, 28, 30, 60])}   Repeats ${chance.between(0, 5)}`, 0.85),
    ]),
    print('Signature: ______________________', 0.85),
  ]
  return page('prescription', blocks, medicines, { ...around, pharmacy: null })
}

/** A pharmacy's list of medicines as a table. */
const table: Layout = (chance) => {
  const around = placedOf(chance, 'uk')
  const medicines = several(chance, chance.between(2, 3))
  const row = (cells: readonly [string, string, string], isBold = false): Block => ({
    columns: cells.map((text, index) => ({
      share: [0.36, 0.18, 0.46][index] as number,
      prints: [print(text, 0.9, isBold)],
    })),
  })
  const blocks: Block[] = [
    print('Medication list', 1.3, true),
    print(`${around.patient}    Date: ${around.printedDate}`, 0.9),
    'rule',
    row(['Medicine', 'Strength', 'Directions'], true),
    'rule',
    ...medicines.flatMap(({ name, dosage, instructions }) => [row([name, dosage, instructions]), 'rule' as const]),
    print(`Prescriber: Dr ${around.doctor}`, 0.85),
    print(`${around.pharmacy}, ${around.address}`, 0.8),
  ]
  return page('table', blocks, medicines, around)
}

/** What lies flat: a box, or paper. */
export const PAPERS: readonly Layout[] = [box, prescription, table]
