import { useState } from 'react'
import { useRoleSentence } from '../may.ts'

/**
 * Returns what a role that is too small for any change allows instead; null where changes may be made. Decided when a
 * form opens: if less is allowed later, what was typed stays until it is saved, and is refused then.
 */
export function useRoleRefusal(): string | null {
  const sentence = useRoleSentence()
  const [refusal] = useState(sentence)
  return refusal
}
