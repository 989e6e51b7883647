import { CUES } from './cues.ts'
import { medicineIn, type Named } from './medicine.ts'

const BETWEEN = /(?:(?<!\s)\s+)?[,;+]\s+(?=\p{L}{4})/u

export const beginsWithMeal = (line: string): boolean => CUES.beginsWithMeal.test(line)

/** `LUNCH: -`: nothing is taken at that time. */
export const headsNothing = (line: string): boolean => CUES.headsNothing.test(line)

/**
 * Returns the medications of a line with several, each with its strength:
 * `Breakfast: Ramipril 5mg x1, Aspirin 100mg x1`.
 */
export function listedIn(line: string): Named[] {
  if (!CUES.beginsWithMeal.test(line)) return []
  const listed = line.replace(CUES.beginsWithMeal, '').split(BETWEEN).map(medicineIn)
  return listed.length > 1 && listed.every((one) => one?.strength) ? listed.flatMap((one) => one ?? []) : []
}
