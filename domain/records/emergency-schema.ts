import * as z from 'zod/mini'
import { storableText } from '../lib/storable-text.ts'

export const BLOOD_GROUPS = ['O+', 'O-', 'A+', 'A-', 'B+', 'B-', 'AB+', 'AB-'] as const

/** How many contacts a card has room for. */
export const MOST_CONTACTS = 4

/** The longest texts, in code points: one printed page and a QR code have to hold them. */
export const LONGEST = { allergies: 400, conditions: 400, note: 200, name: 80, relation: 40, phone: 30 } as const

const contactSchema = z.strictObject({
  name: storableText(LONGEST.name).check(z.minLength(1, 'must not be empty')),
  /** Who they are to the user, in their own words. */
  relation: storableText(LONGEST.relation),
  phone: storableText(LONGEST.phone).check(
    z.regex(/^\+?[\d\s().\-/]{3,}$/, 'must be a phone number: digits, spaces and + ( ) . - /'),
  ),
})

/** What users type for their emergency card (additions, 4); the medicines on it are those of their list. */
export const emergencySchema = z.strictObject({
  allergies: storableText(LONGEST.allergies),
  conditions: storableText(LONGEST.conditions),
  bloodGroup: z.nullable(z.enum(BLOOD_GROUPS)),
  contacts: z.array(contactSchema).check(z.maxLength(MOST_CONTACTS)),
  note: storableText(LONGEST.note),
})
