import type { LocalDate } from '../calendar.ts'
import { readDirections } from '../directions/read-directions.ts'
import { scheduleOf } from './frequency.ts'
import type { FieldSource, MedicationOnLabel } from './medication-on-label.ts'

/** What a language model reads in a label; empty texts where it gives nothing. */
export interface ProposedMedication {
  name: string
  dosage: string
  frequency: string
  instructions: string
}

interface Label {
  /** The recognised text. */
  text: string
  /** In the plan zone. */
  today: LocalDate
}

/**
 * Adds a model's proposals to what was read. What was read stays; proposals fill what is empty, and medications that
 * were not read follow the others. Each is a guess with its words on the label, or with none when the label does not
 * have them (decision 027). A frequency is adopted only if the label has the words: it is never made up.
 */
export function withProposals(
  read: readonly MedicationOnLabel[],
  proposed: readonly ProposedMedication[],
  label: Label,
): MedicationOnLabel[] {
  const found = [...read]
  for (const proposal of proposed) {
    const index = found.findIndex(({ name }) => isSameName(name, proposal.name))
    const own = found[index]
    if (own) found[index] = filled(own, proposal, label)
    else found.push(filled(NOTHING_READ, proposal, label))
  }
  return found
}

const FILLED = ['name', 'dosage', 'frequency', 'instructions'] as const

const NOTHING_READ: MedicationOnLabel = {
  name: '',
  dosage: '',
  frequency: '',
  instructions: '',
  schedule: null,
  proposedTimes: [],
  sources: {},
  asks: [],
}

function filled(own: MedicationOnLabel, proposal: ProposedMedication, { text, today }: Label): MedicationOnLabel {
  const added = FILLED.flatMap((field) => {
    const source = sourceOf(proposal[field], text)
    const isWanted = own[field] === '' && proposal[field] !== '' && (field !== 'frequency' || source.words !== '')
    return isWanted ? [{ field, value: proposal[field], source }] : []
  })
  const sources = {
    ...own.sources,
    ...Object.fromEntries(added.map(({ field, source }) => [field, source])),
  }
  const hasNewDays = added.some(({ field }) => field === 'frequency' || field === 'instructions')
  return {
    ...own,
    ...Object.fromEntries(added.map(({ field, value }) => [field, value])),
    sources,
    ...(own.frequency === '' && hasNewDays ? { schedule: printedSchedule(sources, today) } : {}),
  }
}

/** The days on which it is taken are read only from the label's own words. */
function printedSchedule(
  { instructions, frequency }: MedicationOnLabel['sources'],
  today: LocalDate,
): MedicationOnLabel['schedule'] {
  const printed = [instructions?.words ?? '', frequency?.words ?? '']
  return scheduleOf(readDirections(printed.filter((words) => words !== '').join('. ')), today)
}

/** Returns the words of the label that match the value, ignoring case and spacing; none when it has no such words. */
function sourceOf(value: string, text: string): FieldSource {
  const words = value.split(/\s+/).filter((word) => word !== '')
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s*')
  const printed =
    words.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').exec(text)
  return { words: printed?.[0].replace(/\s+/g, ' ') ?? '', confidence: 'guess' }
}

const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** `Amoxicillin` is `AMOXICILLIN 500mg`. */
function isSameName(one: string, other: string): boolean {
  const [first, second] = [bare(one), bare(other)]
  return first !== '' && second !== '' && (first.startsWith(second) || second.startsWith(first))
}
