import type { Chance } from '#tests/sync/prng.ts'
import { aroundOf, type Directed, medicineOf } from './label-words.ts'

export interface Line {
  text: string
  /** Relative to the body text. */
  size: number
  isBold?: boolean
}

export interface LabelTruth {
  /** A brand and its generic are both right: `Lipitor / Atorvastatin`. */
  medications: { name: string; dosage: string; frequency: string; instructions: string }[]
  doctor: string | null
  pharmacy: string | null
  date: string | null
  /** The date as it is printed. */
  printedDate: string
}

export interface Label {
  kind: string
  lines: Line[]
  truth: LabelTruth
}

type Layout = (chance: Chance) => Label

const line = (text: string, size = 1, isBold = false): Line => ({ text, size, isBold })
const printed = ({ instructions }: Directed, isUpper: boolean) => (isUpper ? instructions.toUpperCase() : instructions)

export const truthOf = (medicines: readonly Directed[], around: Omit<LabelTruth, 'medications'>): LabelTruth => ({
  medications: medicines.map(({ name, dosage, frequency, instructions }) => ({
    name,
    dosage,
    frequency,
    instructions,
  })),
  doctor: around.doctor,
  pharmacy: around.pharmacy,
  date: around.date,
  printedDate: around.printedDate,
})

const strength = (chance: Chance, dosage: string) => (chance.chance(0.5) ? dosage.replace(' ', '') : dosage)

/** The sticker an Australian pharmacy puts on the box. */
const australian: Layout = (chance) => {
  const [medicine, around] = [medicineOf(chance, false), aroundOf(chance, 'au')]
  const quantity = chance.pick([20, 28, 30, 60, 100])
  const head = `${medicine.name} ${strength(chance, medicine.dosage)} ${medicine.form}s`
  const lines = [
    ...(chance.chance(0.6)
      ? [line(chance.pick(['KEEP OUT OF REACH OF CHILDREN', 'Keep out of reach of children']), 0.8)]
      : []),
    line(
      `${chance.chance(0.5) ? head.toUpperCase().replace('MG ', 'mg ').replace('MCG ', 'mcg ') : head} ${chance.pick(['', String(quantity), `(${quantity})`, `Qty ${quantity}`])}`.trim(),
      1.1,
      true,
    ),
    ...(medicine.brand && chance.chance(0.4) ? [line(`(${medicine.brand})`, 0.9)] : []),
    line(printed(medicine, chance.chance(0.6)), 1.15, chance.chance(0.5)),
    ...(chance.chance(0.3) ? [line('Do not drink alcohol while taking this medicine', 0.8)] : []),
    line(`${around.patient}   ${around.printedDate}`),
    line(
      `Dr ${around.doctor}   ${chance.pick(['Rpts', 'Repeats', 'Rpt'])} ${chance.between(0, 5)}   #${chance.between(10000, 99999)}`,
      0.9,
    ),
    line(around.pharmacy, 1.05, true),
    line(`${around.address}   Ph ${around.phone}`, 0.75),
  ]
  return { kind: 'australian', lines, truth: truthOf([medicine], around) }
}

const british: Layout = (chance) => {
  const [medicine, around] = [medicineOf(chance, false), aroundOf(chance, 'uk')]
  const lines = [
    line(
      `${chance.pick([28, 56, 84, 21, 30])} ${medicine.name} ${strength(chance, medicine.dosage)} ${medicine.form}s`,
      1.1,
      true,
    ),
    line(printed(medicine, chance.chance(0.3)), 1.1),
    ...(chance.chance(0.4) ? [line('Warning: This medicine may make you sleepy.', 0.85)] : []),
    line(`${around.patient}   ${around.printedDate}`),
    line('Keep out of the sight and reach of children', 0.8),
    line(`Prescriber: Dr ${around.doctor}`, 0.9),
    line(`${around.pharmacy}, ${around.address}`, 0.75),
    line(`Tel: ${around.phone}`, 0.75),
  ]
  return { kind: 'british', lines, truth: truthOf([medicine], around) }
}

const american: Layout = (chance) => {
  const [medicine, around] = [medicineOf(chance, false), aroundOf(chance, 'us')]
  const lines = [
    line(around.pharmacy, 1.2, true),
    line(`${around.address}  ${around.phone}`, 0.75),
    line(
      `Rx# ${chance.between(1000000, 9999999)}   ${chance.pick(['Date Filled:', 'Filled', 'Date:'])} ${around.printedDate}`,
      0.9,
    ),
    line(around.patient.toUpperCase(), 1, true),
    line(printed(medicine, chance.chance(0.8)), 1.15, true),
    line(`${medicine.name.toUpperCase()} ${medicine.dosage.toUpperCase()} ${medicine.form.toUpperCase()}`, 1.05, true),
    ...(medicine.brand && chance.chance(0.4) ? [line(`Generic for: ${medicine.brand}`, 0.8)] : []),
    line(
      `Qty: ${chance.pick([30, 60, 90])}   Refills: ${chance.between(0, 5)}   ${chance.pick(['Prescriber:', 'Dr.', 'Prescribed by'])} ${around.doctor}`,
      0.9,
    ),
    ...(chance.chance(0.5) ? [line(`Discard after ${chance.between(1, 12)}/2027`, 0.8)] : []),
  ]
  return { kind: 'american', lines, truth: truthOf([medicine], around) }
}

/** A prescriber's form with several medications, in shorthand. */
const script: Layout = (chance) => {
  const around = aroundOf(chance, 'au')
  const count = chance.between(1, 3)
  const medicines: Directed[] = []
  while (medicines.length < count) {
    const next = medicineOf(chance, true)
    if (medicines.every(({ name }) => name !== next.name)) medicines.push(next)
  }
  const isNumbered = count > 1 && chance.chance(0.7)
  const lines = [
    line(`Dr ${around.doctor} MBBS FRACGP`, 1.15, true),
    line(`${around.address}   Tel ${around.phone}`, 0.75),
    line(`Provider No. ${chance.between(100000, 999999)}A`, 0.75),
    line(
      `Patient: ${around.patient}   DOB ${chance.between(10, 28)}/0${chance.between(1, 9)}/19${chance.between(30, 99)}`,
      0.9,
    ),
    line(`Date: ${around.printedDate}`, 0.9),
    line('Rx', 1.3, true),
    ...medicines.flatMap((medicine, index) => [
      line(
        `${isNumbered ? `${index + 1}. ` : ''}${medicine.name} ${strength(chance, medicine.dosage)} ${medicine.form}s`,
        1.05,
        true,
      ),
      line(`${chance.chance(0.3) ? 'Sig: ' : ''}${medicine.instructions}`),
      line(`Qty ${chance.pick([20, 28, 30, 60])}  Repeats ${chance.between(0, 5)}`, 0.85),
    ]),
    line('Signature ____________', 0.9),
  ]
  return { kind: 'script', lines, truth: truthOf(medicines, { ...around, pharmacy: null }) }
}

/** Fields preceded by their names. */
const form: Layout = (chance) => {
  const [medicine, around] = [medicineOf(chance, false), aroundOf(chance, 'au')]
  const names = chance.pick([
    ['Medication', 'Strength', 'Directions', 'Prescriber', 'Date', 'Pharmacy'],
    ['Drug', 'Dose', 'Instructions', 'Doctor', 'Date dispensed', 'Dispensed by'],
  ] as const)
  const lines = [
    line('PRESCRIPTION', 1.3, true),
    line(`Patient: ${around.patient}`),
    line(`${names[0]}: ${medicine.name}`),
    line(`${names[1]}: ${medicine.dosage}`),
    line(`${names[2]}: ${medicine.instructions}`),
    line(`Quantity: ${chance.pick([20, 30, 60])}`),
    line(`${names[3]}: Dr ${around.doctor}`),
    line(`${names[4]}: ${around.printedDate}`),
    line(`${names[5]}: ${around.pharmacy}`),
  ]
  return { kind: 'form', lines, truth: truthOf([medicine], around) }
}

const LAYOUTS: readonly Layout[] = [australian, british, american, script, form]

/** Returns a label with its contents, the same one for the same seed. */
export const labelOf = (chance: Chance, index: number): Label => (LAYOUTS[index % LAYOUTS.length] as Layout)(chance)
