import type { Chance } from '#tests/sync/prng.ts'
import { type Block, band, centred, print } from './page.ts'
import { placedOf } from './photo-words.ts'

/** An appointment card, and what it says. */
export interface Card {
  layout: string
  blocks: readonly Block[]
  truth: Record<CardField, string>
  /** Date and time as they are printed. */
  printed: { appointmentDate: string; appointmentTime: string }
}

export const CARD_FIELDS = [
  'doctorName',
  'specialty',
  'appointmentDate',
  'appointmentTime',
  'location',
  'phoneNumber',
] as const
export type CardField = (typeof CARD_FIELDS)[number]

type Layout = (chance: Chance) => Card

/** Who is seen, what for, and where; the places do not exist. */
const SPECIALISTS: readonly (readonly [who: string, field: string, place: string])[] = [
  ['Cardiologist', 'Cardiology', 'Glenbrook Heart Clinic'],
  ['Dermatologist', 'Dermatology', 'Kestrel Skin Clinic'],
  ['Physiotherapist', 'Physiotherapy', 'Wharf Road Physiotherapy'],
  ['Dentist', 'Dental', 'Orchard Dental Practice'],
  ['Ophthalmologist', 'Ophthalmology', 'Bridge Street Eye Clinic'],
  ['Endocrinologist', 'Endocrinology', 'Port Adler Medical Centre'],
]
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function visitOf(chance: Chance) {
  const around = placedOf(chance, 'au')
  const [who, field, place] = chance.pick(SPECIALISTS)
  const day = new Date(Date.UTC(2026, 11, chance.between(1, 60)))
  const [hour, minute] = [chance.between(8, 17), chance.pick([0, 10, 15, 20, 30, 40, 45])]
  const two = (value: number) => String(value).padStart(2, '0')
  const month = day.toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })
  const long = `${day.getUTCDate()} ${month} ${day.getUTCFullYear()}`
  const printedDate = chance.pick([
    `${WEEKDAYS[day.getUTCDay()]} ${long}`,
    long,
    `${two(day.getUTCDate())}/${two(day.getUTCMonth() + 1)}/${day.getUTCFullYear()}`,
  ])
  const printedTime = chance.pick([
    `${((hour + 11) % 12) + 1}:${two(minute)} ${hour < 12 ? 'am' : 'pm'}`,
    `${two(hour)}:${two(minute)}`,
    `${((hour + 11) % 12) + 1}.${two(minute)}${hour < 12 ? 'am' : 'pm'}`,
  ])
  const card = (layout: string, blocks: readonly Block[]): Card => ({
    layout,
    blocks,
    truth: {
      doctorName: around.doctor,
      specialty: `${who} / ${field}`,
      appointmentDate: day.toISOString().slice(0, 10),
      appointmentTime: `${two(hour)}:${two(minute)}`,
      location: place,
      phoneNumber: around.phone,
    },
    printed: { appointmentDate: printedDate, appointmentTime: printedTime },
  })
  return { around, who, field, place, printedDate, printedTime, card }
}

/** The head of the practice, then the visit line by line. */
const plain: Layout = (chance) => {
  const { around, who, place, printedDate, printedTime, card } = visitOf(chance)
  return card('plain', [
    centred(place, 1.3, true),
    centred(around.address, 0.8),
    centred(`Phone ${around.phone}`, 0.8),
    'rule',
    print('YOUR NEXT APPOINTMENT', 1, true),
    print(`Dr ${around.doctor} (${who})`, 1.05),
    print(`Date: ${printedDate}`),
    print(`Time: ${printedTime}`),
    'rule',
    print('Please give 24 hours notice if you cannot attend.', 0.75),
  ])
}

/** Names of fields in one column, their values in the other. */
const fields: Layout = (chance) => {
  const { around, who, place, printedDate, printedTime, card } = visitOf(chance)
  const row = (name: string, value: string): Block => ({
    columns: [
      { share: 0.28, prints: [print(name, 0.95, true)] },
      { share: 0.72, prints: [print(value)] },
    ],
  })
  return card('fields', [
    band('Appointment', 1.2),
    row('Patient', around.patient),
    row('With', `Dr ${around.doctor}, ${who}`),
    row('Date', printedDate),
    row('Time', printedTime),
    row('Place', place),
    row('Phone', around.phone),
  ])
}

/** The practice on the left, the visit on the right. */
const halves: Layout = (chance) => {
  const { around, who, place, printedDate, printedTime, card } = visitOf(chance)
  return card('halves', [
    {
      columns: [
        {
          share: 0.45,
          prints: [
            print(place, 1.05, true),
            print(around.street, 0.8),
            print(around.town, 0.8),
            print(`Ph ${around.phone}`, 0.8),
          ],
        },
        {
          share: 0.55,
          prints: [
            print('Appointment for', 0.85),
            print(around.patient, 1),
            print(printedDate, 1.05, true),
            print(`at ${printedTime}`, 1.05, true),
            print(`with Dr ${around.doctor}`, 0.95),
            print(who, 0.85),
          ],
        },
      ],
    },
  ])
}

/** A letter of a hospital. */
const letter: Layout = (chance) => {
  const { around, field, place, printedDate, printedTime, card } = visitOf(chance)
  return card('letter', [
    print(place, 1.25, true),
    print(`${around.address}   Tel: ${around.phone}`, 0.75),
    'rule',
    print(`Dear ${around.patient},`),
    print(
      `An appointment has been made for you in ${field} with Dr ${around.doctor} on ${printedDate} at ${printedTime}.`,
    ),
    print('Please bring this letter and a list of your medicines.', 0.9),
  ])
}

export const CARDS: readonly Layout[] = [plain, fields, halves, letter]
