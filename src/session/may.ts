import { useContext } from 'react'
import { type Need, roleAllows, roleSentence } from '#domain/access/roles.ts'
import { SessionContext } from './session.ts'

/** Returns whether the account may do this with the data of the person who is shown: nothing else is offered. */
export function useMay(need: Need): boolean {
  // In the document that the server sends there is no session yet.
  const person = useContext(SessionContext)?.person ?? null
  return person === null || roleAllows(person.role, need)
}

/** Returns what a role that is too small for this (for any change, if not said) allows instead; null where it may. */
export function useRoleSentence(need: Need = 'change'): string | null {
  const person = useContext(SessionContext)?.person ?? null
  return person === null || roleAllows(person.role, need) ? null : roleSentence(person.role)
}
