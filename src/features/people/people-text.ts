import type { Role } from '#domain/access/roles.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { ListedPerson } from '#domain/records/person.ts'

/** Returns the line below a person's name: what they are to the account, and what it may do. Dates are the zone's. */
export function roleText(person: ListedPerson, zone: string): string {
  const { isSelf, relation, role, sharedBy, sharedUntil, isWithheld } = person
  if (isSelf) return 'Your own medicines'
  if (sharedBy === null) return relation ? capitalised(relation) : 'You look after them'
  if (isWithheld) return `Shared by ${sharedBy}. On hold until a parent or guardian agrees again.`
  const until = sharedUntil === null ? '' : ` until ${formatDate(localAt(Date.parse(sharedUntil), zone).date)}`
  return `Shared by ${sharedBy}${until}. ${SHARED[role]}`
}

const SHARED: Record<Role, string> = {
  view: 'You can see everything.',
  help: 'You can log doses and supply.',
  manage: 'You can change everything.',
  owner: 'You can change everything.',
}

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
