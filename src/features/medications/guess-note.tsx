import type { ReactNode } from 'react'
import { guessedFrom } from '#src/session/heard.ts'
import { GuessNote } from '#src/ui/GuessNote.tsx'
import type { MedicationValues } from './form-values.ts'

type Guessable = 'name' | 'dosage' | 'frequency' | 'reminderTimes' | 'instructions' | 'startDate' | 'endDate' | 'kind'

/** Returns the mark of a field that dictation filled on a guess, until the user changes it. */
export function guessNote(values: MedicationValues, field: Guessable): ReactNode {
  const words = guessedFrom(values.heard, field, values[field])
  return words === null ? undefined : <GuessNote words={words} />
}
