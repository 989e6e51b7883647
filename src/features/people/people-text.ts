import type { Role } from '#domain/access/roles.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { ListedPerson } from '#domain/records/person.ts'

/** Returns the line below a person's name: what they are to the account, and what it may do. Dates are the zone's. */
export function roleText(person: ListedPerson, zone: string): string {
  const { isSelf, relation, role, sharedBy, sharedUntil, isWithheld } = person
  if (isSelf) return t('Your own medicines')
  if (sharedBy === null) return relation ? capitalised(relation) : t('You look after them')
  if (isWithheld) return t('Shared by {sharedBy}. On hold until a parent or guardian agrees again.', { sharedBy })
  const may = t(SHARED[role])
  if (sharedUntil === null) return t('Shared by {sharedBy}. {may}', { sharedBy, may })
  const date = formatDate(localAt(Date.parse(sharedUntil), zone).date)
  return t('Shared by {sharedBy} until {date}. {may}', { sharedBy, date, may })
}

const SHARED: Record<Role, Message> = {
  view: msg('You can see everything.'),
  help: msg('You can log doses and supply.'),
  manage: msg('You can change everything.'),
  owner: msg('You can change everything.'),
}

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
