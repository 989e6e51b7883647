import type { Emergency, EmergencyContact } from '#domain/records/emergency-card.ts'
import { emergencySchema } from '#domain/records/emergency-schema.ts'

/** The field of a contact that has to be mended first. */
export type ContactProblem = 'name' | 'phone'

/** Returns the card without spaces around texts and without contacts that were left wholly empty. */
export function tidy({ allergies, conditions, note, contacts, ...rest }: Emergency): Emergency {
  const trimmed = contacts.map(({ name, relation, phone }) => ({
    name: name.trim(),
    relation: relation.trim(),
    phone: phone.trim(),
  }))
  return {
    ...rest,
    allergies: allergies.trim(),
    conditions: conditions.trim(),
    note: note.trim(),
    contacts: trimmed.filter((contact) => !isEmpty(contact)),
  }
}

const isEmpty = ({ name, relation, phone }: EmergencyContact): boolean => `${name}${relation}${phone}`.trim() === ''

/** Returns what is wrong with a contact by the rules of the record; null if nothing, or if it is wholly empty. */
export function contactProblem(contact: EmergencyContact): ContactProblem | null {
  if (isEmpty(contact)) return null
  const { error } = emergencySchema.shape.contacts.safeParse([contact])
  if (!error) return null
  return error.issues[0]?.path[1] === 'phone' ? 'phone' : 'name'
}
