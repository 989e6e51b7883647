import { t } from '../language/translate.ts'
/** What somebody may do with a person's data, from least to most (additions, 3). */
export const ROLES = ['view', 'help', 'manage', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** The roles that can be given to another account; the owner of a person is the account that added them. */
export const GRANTED_ROLES = ['view', 'help', 'manage'] as const satisfies readonly Role[]
export type GrantedRole = (typeof GRANTED_ROLES)[number]

/**
 * What a call needs of whoever asks.
 * - `read`: it shows data of the person
 * - `log`: it adds to the logs of doses and supply
 * - `change`: it changes anything else of the person
 * - `own`: it deletes the person or decides who else may see them
 */
export const NEEDS = ['read', 'log', 'change', 'own'] as const
export type Need = (typeof NEEDS)[number]

const LEAST: Record<Need, Role> = { read: 'view', log: 'help', change: 'manage', own: 'owner' }

/** Returns whether somebody with this role may make a call that needs this. */
export const roleAllows = (role: Role, need: Need): boolean => ROLES.indexOf(role) >= ROLES.indexOf(LEAST[need])

/** Says to somebody whose role is too small what it does allow. */
export function roleSentence(role: Role): string {
  switch (role) {
    case 'view':
      return t('You can see what is here, and change nothing. The person who shared it with you can allow more.')
    case 'help':
      return t(
        'You can log doses and supply here, and change nothing else. The person who shared it with you can allow more.',
      )
    default:
      return t('Only the account that this person belongs to can do that.')
  }
}
