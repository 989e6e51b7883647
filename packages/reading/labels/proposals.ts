import type { LocalDate } from '../calendar.ts'
import { readDirections } from '../directions/read-directions.ts'
import { scheduleOf } from './frequency.ts'
import type { FieldSource, MedicationOnLabel } from './medication-on-label.ts'

/** What a language model says that a label says; empty texts where it says nothing. */
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
 * Adds a model's proposals to what was read. What was read stands; proposals fill what is empty, and medicines that were not read come
 * after the others. Each is a guess with the words of the label that it is, or with none when the label does not have them (decision 027).
 * How often something is taken is taken over only where the label has the words: it is never made up.
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

/** On which days it is taken is read from the label's own words alone. */
function printedSchedule(
  { instructions, frequency }: MedicationOnLabel['sources'],
  today: LocalDate,
): MedicationOnLabel['schedule'] {
  const printed = [instructions?.words ?? '', frequency?.words ?? '']
  return scheduleOf(readDirections(printed.filter((words) => words !== '').join('. ')), today)
}

/** The words of the label that the value is, whatever their case and the spaces between; none when it has no such words. */
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
