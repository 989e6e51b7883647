import type { ListedPerson } from '#domain/records/person.ts'

/** Returns the line below a person's name: what they are to the account, and what it may do. */
export function roleText({ isSelf, relation, role, sharedBy }: ListedPerson): string {
  if (isSelf) return 'Your own medicines'
  if (sharedBy === null) return relation ? capitalised(relation) : 'You look after them'
  return `Shared by ${sharedBy}. ${SHARED[role]}`
}

const SHARED: Record<ListedPerson['role'], string> = {
  view: 'You can see everything.',
  help: 'You can log doses and supply.',
  manage: 'You can change everything.',
  owner: 'You can change everything.',
}

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
