import type * as z from 'zod/mini'
import { apart } from '../language/apart.ts'
import { t } from '../language/translate.ts'
import { formatDate, type LocalDate } from '../lib/local-time.ts'
import { pauseAt } from '../schedule/pauses.ts'
import { dosageText } from './dosage-text.ts'
import type { emergencySchema } from './emergency-schema.ts'
import type { ListedMedication } from './medication.ts'
import { printedList, whenText } from './printed-list.ts'

export type Emergency = z.infer<typeof emergencySchema>
export type EmergencyContact = Emergency['contacts'][number]

/** The card of somebody who has typed nothing yet. */
export const EMPTY_EMERGENCY: Emergency = { allergies: '', conditions: '', bloodGroup: null, contacts: [], note: '' }

/** Returns whether nothing was typed. */
export const isEmptyCard = ({ contacts, ...texts }: Emergency): boolean =>
  contacts.length === 0 && Object.values(texts).every((text) => !text)

export interface EmergencyCard extends Emergency {
  name: string
  dateOfBirth: LocalDate | null
  /** What is taken now, the important ones first: `Warfarin 5 mg, 8:00 AM`. */
  medicines: readonly string[]
  /** The day of this state, in the plan zone. */
  date: LocalDate
}

/** Returns the medicines of the card as of today: those of the printed list that are taken now, one line each. */
export function cardMedicines(medications: readonly ListedMedication[], today: LocalDate): string[] {
  const { planned, asNeeded } = printedList(medications)
  const isTakenNow = ({ startDate, pauses }: ListedMedication) =>
    (startDate === null || startDate <= today) && pauseAt(pauses, today) === undefined
  return [...planned, ...asNeeded].filter(isTakenNow).map((medication) => {
    const what = [apart(medication.name), dosageText(medication)].filter(Boolean).join(' ')
    const when = whenText(medication, today, medications)
    return when ? t('{medicine}: {when}', { medicine: what, when }) : what
  })
}

/**
 * How many bytes of UTF-8 the QR code holds: a code of version 20 with error level M (ISO/IEC 18004, table 7: 666 bytes,
 * less 3 of its header), 97 modules wide, so that a module is still 3 pixels on a phone of 320 points.
 */
export const QR_BYTES = 663

/**
 * Returns the card as plain text that fits into a QR code of `limit` bytes. Lines that matter least to a stranger in an
 * emergency are left out first, whole ones only, and the last line says so.
 */
export function cardText(card: EmergencyCard, limit = QR_BYTES): string {
  const lines = linesOf(card)
  const whole = textOf(lines)
  if (bytesOf(whole) <= limit) return whole
  const kept = new Set<Line>()
  const cut: Line = { text: t('More on the card itself'), rank: 0 }
  for (const line of [...lines].sort((a, b) => a.rank - b.rank)) {
    const next = [...lines.filter((one) => kept.has(one) || one === line), cut]
    if (bytesOf(textOf(next)) <= limit) kept.add(line)
  }
  return textOf([...lines.filter((line) => kept.has(line)), cut])
}

interface Line {
  text: string
  /** What is kept first when there is no room for all: the lowest. */
  rank: number
}

function linesOf(card: EmergencyCard): Line[] {
  const { name, dateOfBirth, bloodGroup, allergies, conditions, contacts, medicines, note, date } = card
  const line = (rank: number, text: string): Line[] => (text === '' ? [] : [{ rank, text: text.replaceAll('\n', ' ') }])
  const born = dateOfBirth === null ? '' : formatDate(dateOfBirth)
  return [
    ...line(0, t('EMERGENCY CARD: {name}', { name })),
    ...line(3, born && t('Born {date}', { date: born })),
    ...line(2, bloodGroup === null ? '' : t('Blood group {group}', { group: bloodGroup })),
    ...line(1, allergies && t('Allergies: {allergies}', { allergies })),
    ...line(2, conditions && t('Conditions: {conditions}', { conditions })),
    ...contacts.flatMap((contact) => line(2, contactText(contact))),
    ...medicines.flatMap((medicine) => line(4, `- ${medicine}`)),
    ...line(5, note),
    ...line(6, t('As of {date}', { date: formatDate(date) })),
  ]
}

/** Returns `Call Ben (son): 0400 000 000`. */
export const contactText = ({ name, relation, phone }: EmergencyContact): string =>
  relation === ''
    ? t('Call {name}: {phone}', { name, phone })
    : t('Call {name} ({relation}): {phone}', { name, relation, phone })

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n')

/** In UTF-8 (RFC 3629). */
function bytesOf(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
