import type * as z from 'zod/mini'
import { EXPORT_FILES } from '#domain/export/format.ts'
import { DOCUMENT_LIMIT } from '#domain/protocol/documents.ts'
import { type ImportProblem, PROBLEMS_TOLD } from '#domain/protocol/import.ts'
import { PRESCRIPTION_LIMIT } from '#domain/protocol/prescriptions.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { type Emergency, isEmptyCard } from '#domain/records/emergency-card.ts'
import { emergencySchema } from '#domain/records/emergency-schema.ts'
import { type Medication, MOST_VERSIONS } from '#domain/records/medication.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import { pauses } from '../platform/turns.ts'
import { describeProblem } from '../sync/problem-sentences.ts'
import { textProblem } from '../sync/text-problem.ts'
import type { FoundCard } from './emergency-card.ts'
import { type EntryLimits, type ListEntry, listEntries, NoList } from './list-entries.ts'
import {
  appointmentEntry,
  documentEntry,
  doseEntry,
  medicationEntry,
  prescriptionEntry,
  supplyEntry,
} from './record-entries.ts'
import { type Fault, logFaults, medicationFault, sharedPictureFaults, type WithPicture } from './record-faults.ts'

/** The lists of an export, each record parsed by the domain's schema, in the order of the file. */
interface ExportedLists {
  medications: Medication[]
  doses: DoseEvent[]
  supply: SupplyEvent[]
  appointments: Appointment[]
  documents: WithPicture<MedicalDocument>[]
  prescriptions: WithPicture<Prescription>[]
}

export type ExportedKind = keyof ExportedLists

/** The clinical records of an export. */
export interface ExportedRecords extends ExportedLists {
  /** What was typed for the emergency card; null if nothing was. */
  emergency: Emergency | null
}

interface ListLimits extends EntryLimits {
  entries: number
}

/** Ids, instants and a few texts, even if every character is escaped. */
const SMALL: EntryLimits = { bytes: 64 * 1024, values: 100 }

/** As many versions of a plan as a record keeps (decision 003), with 24 times and the amounts of 62 days each. */
const PLANNED: EntryLimits = { bytes: 1024 * 1024, values: 120 * MOST_VERSIONS }

/** A printed page with everything that was read from it. */
const LARGE: EntryLimits = { bytes: 1024 * 1024, values: 10_000 }

/** More entries than any user has, and no more than one transaction can carry. */
const MOST: Record<ExportedKind, ListLimits> = {
  medications: { entries: 1000, ...PLANNED },
  doses: { entries: 200_000, ...SMALL },
  supply: { entries: 20_000, ...SMALL },
  appointments: { entries: 10_000, ...SMALL },
  documents: { entries: DOCUMENT_LIMIT, ...SMALL },
  prescriptions: { entries: PRESCRIPTION_LIMIT, ...LARGE },
}

/** Finding every fault takes long. In a list with this many faulty values, the search stops. */
const MOST_FAULTY = 200_000

/** Returns the bytes of a list of the export; null if it is missing. */
export type ListOf = (kind: ExportedKind) => Promise<Buffer | null>

/**
 * Checks every record by the rules that apply when it is sent, plus those that effects otherwise ensure. `now` is in
 * milliseconds. If there are problems, the records are incomplete, and the first problems of each list are reported.
 * Lists are unpacked one after another and parsed entry by entry: a hundred packed kilobytes can hold more objects than
 * fit into memory.
 */
export async function readRecords(
  { list: listOf, card }: { list: ListOf; card: FoundCard | null },
  now: number,
): Promise<{ records: ExportedRecords; problems: ImportProblem[]; problemCount: number }> {
  const problems: ImportProblem[] = []
  let problemCount = 0
  const read = async <T extends { id: string }>(
    kind: ExportedKind,
    schema: z.ZodMiniType<T>,
    faultOf: (entry: T) => Fault | null,
  ): Promise<Pick<ReadList<T>, 'entries' | 'ids'>> => {
    const list = await readList(await listOf(kind), { schema, faultOf, most: MOST[kind] })
    problems.push(...list.problems.map((problem) => ({ ...problem, file: EXPORT_FILES[kind] })))
    problemCount += list.problemCount
    return list
  }
  const medications = await read('medications', medicationEntry as z.ZodMiniType<Medication>, (entry) =>
    medicationFault(entry, now),
  )
  const doses = await read('doses', doseEntry as z.ZodMiniType<DoseEvent>, logFaults(medications.ids))
  const supply = await read('supply', supplyEntry as z.ZodMiniType<SupplyEvent>, logFaults(medications.ids))
  const appointments = await read('appointments', appointmentEntry as z.ZodMiniType<Appointment>, () => null)
  const pictureFault = sharedPictureFaults()
  const documents = await read('documents', documentEntry as z.ZodMiniType<WithPicture<MedicalDocument>>, pictureFault)
  const prescriptions = await read(
    'prescriptions',
    prescriptionEntry as z.ZodMiniType<WithPicture<Prescription>>,
    pictureFault,
  )
  const emergency = checkedCard(card)
  if (emergency.problem) {
    problems.push(emergency.problem)
    problemCount += 1
  }
  const records = {
    medications: medications.entries,
    doses: doses.entries,
    supply: supply.entries,
    appointments: appointments.entries,
    documents: documents.entries,
    prescriptions: prescriptions.entries,
    emergency: emergency.value,
  }
  return { records, problems, problemCount }
}

function checkedCard(card: FoundCard | null): { value: Emergency | null; problem: ImportProblem | null } {
  if (!card) return { value: null, problem: null }
  const { file, entry, value } = card
  const parsed = emergencySchema.safeParse(value)
  if (parsed.success) return { value: isEmptyCard(parsed.data) ? null : parsed.data, problem: null }
  const { field, rule } = firstProblem(parsed.error)
  return { value: null, problem: { file, entry, field: field && `emergency.${field}`, rule } }
}

type ListProblem = Omit<ImportProblem, 'file'>

interface ReadList<T> {
  entries: T[]
  /** Includes entries that have problems themselves. */
  ids: Set<string>
  /** The first of the problems found. */
  problems: ListProblem[]
  problemCount: number
}

interface ListRules<T> {
  schema: z.ZodMiniType<T>
  faultOf: (entry: T) => Fault | null
  most: ListLimits
}

async function readList<T extends { id: string }>(bytes: Buffer | null, rules: ListRules<T>): Promise<ReadList<T>> {
  const list: ReadList<T> = { entries: [], ids: new Set(), problems: [], problemCount: 0 }
  const whole = (rule: string) => ({
    ...list,
    entries: [],
    problems: [{ entry: null, field: null, rule }],
    problemCount: 1,
  })
  const { most } = rules
  let entry = 0
  let faulty = 0
  const pause = pauses()
  try {
    if (!bytes) throw new NoList()
    for (const found of listEntries(bytes, most)) {
      entry += 1
      if (entry > most.entries) return whole(`The list must be at most ${most.entries} entries.`)
      const fault = takeEntry(list, found, rules)
      if (fault) {
        list.problemCount += 1
        faulty += 'fault' in found ? 1 : found.values
        if (list.problems.length < PROBLEMS_TOLD) list.problems.push({ entry, ...fault })
        if (faulty > MOST_FAULTY) break
      }
      await pause()
    }
  } catch (error) {
    if (error instanceof NoList) return whole('The file must be there and hold a list.')
    throw error
  }
  return list
}

/** Adds a valid entry to the list, or reports what is wrong with it. */
function takeEntry<T extends { id: string }>(
  { entries, ids }: ReadList<T>,
  found: ListEntry,
  { schema, faultOf }: ListRules<T>,
): Fault | null {
  if ('fault' in found) return { field: null, rule: found.fault }
  const { value } = found
  const id = (value as { id?: unknown } | null)?.id
  const isTwice = typeof id === 'string' && ids.has(id)
  if (typeof id === 'string') ids.add(id)
  const unstorable = textProblem(value)
  if (unstorable) {
    const { field, sentence } = unstorable
    return { field: field || null, rule: sentence.replace('The request', 'The entry') }
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) return firstProblem(parsed.error)
  if (isTwice) return TWICE
  const fault = faultOf(parsed.data)
  if (!fault) entries.push(parsed.data)
  return fault
}

const TWICE: Fault = { field: 'id', rule: 'id must not come twice.' }

function firstProblem(error: z.core.$ZodError): Fault {
  const issue = error.issues[0]
  if (!issue) return { field: null, rule: 'The entry is not valid.' }
  const { code, path, message, ...params } = issue
  const problem = { keyword: code, instancePath: `/${path.join('/')}`, message, params }
  const { field, sentence } = describeProblem(problem, 'entry')
  return {
    field: field ?? null,
    rule: field ? sentence : sentence.replace('The request’s entry', 'The entry'),
  }
}
