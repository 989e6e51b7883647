import { medicineIn, type Named } from './medicine.ts'

/** When the medicines of a line of a packed week are taken. */
const MEAL =
  "(?:breakfast|b['’]?fast|brekkie|lunch|dinner|tea|supper|bed(?:time)?|morning|noon|midday|evening|night|mane|nocte|am|pm)"
const BEGINS_WITH_MEAL = new RegExp(String.raw`^${MEAL}\s*[:;-]\s*(?=\p{L})`, 'iu')
const HEADS_NOTHING = new RegExp(String.raw`^${MEAL}\s*[:;-]+\s*(?:(?<=\s)-+|nil|none|n/?a|0|x)?\.?$`, 'iu')
const BETWEEN = /(?:(?<!\s)\s+)?[,;+]\s+(?=\p{L}{4})/u

export const beginsWithMeal = (line: string): boolean => BEGINS_WITH_MEAL.test(line)

/** `LUNCH: -`: nothing is taken then. */
export const headsNothing = (line: string): boolean => HEADS_NOTHING.test(line)

/** The medicines of a line with several, each with its strength: `Breakfast: Ramipril 5mg x1, Aspirin 100mg x1`. */
export function listedIn(line: string): Named[] {
  if (!BEGINS_WITH_MEAL.test(line)) return []
  const listed = line.replace(BEGINS_WITH_MEAL, '').split(BETWEEN).map(medicineIn)
  return listed.length > 1 && listed.every((one) => one?.strength) ? listed.flatMap((one) => one ?? []) : []
}
