import { useState } from 'react'
import { roleAllows, roleSentence } from '#domain/access/roles.ts'
import { useSession } from '../session.ts'

/**
 * Returns what a role that is too small for any change allows instead; null where changes may be made. Decided when a
 * form opens: if less is allowed later, what was typed stays until it is saved, and is refused then.
 */
export function useRoleRefusal(): string | null {
  const { person } = useSession()
  const [refusal] = useState(() => (person && !roleAllows(person.role, 'change') ? roleSentence(person.role) : null))
  return refusal
}
