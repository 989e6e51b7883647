/** The fields of one medication as a reader found them. */
export interface ReadFields {
  name: string
  dosage: string
  frequency: string
  instructions: string
  /** The fields that are shown with a mark. */
  guesses: readonly string[]
}

const HEAD = /([A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?)\s+(\d+(?:\.\d+)?\s?(?:mg|mcg|g|ml))\b/g
const OFTEN =
  /\b(?:once|twice|two times|three times|four times)(?: a day| daily)\b|\bevery \d+(?:-\d+| to \d+)? hours\b|\bdaily\b|\bat night\b|\bin the morning\b|\bat bedtime\b|\bas needed\b|\bonce a week\b|\b(?:bd|tds|qid|prn|nocte|mane)\b/i
const DIRECTIONS = /^(?:take|sig:?|directions:?) .+$/im

/**
 * Reads a label with a few regular expressions: a name before a strength, the usual phrases for how often, a line that
 * begins with Take.
 */
export function plainLabel(text: string): ReadFields[] {
  const heads = [...text.matchAll(HEAD)]
  return heads.map((head, index) => {
    const part = heads.length === 1 ? text : text.slice(head.index, heads[index + 1]?.index)
    const [instructions = ''] = DIRECTIONS.exec(part) ?? []
    const [, name = '', dosage = ''] = head
    return { name, dosage, frequency: OFTEN.exec(part)?.[0] ?? '', instructions, guesses: [] }
  })
}
