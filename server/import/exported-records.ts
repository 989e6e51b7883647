import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import { samePlan } from '#domain/commands/medication-effects.ts'
import { EXPORT_FILES } from '#domain/export/format.ts'
import { msOf } from '#domain/lib/instant.ts'
import { DOCUMENT_LIMIT } from '#domain/protocol/documents.ts'
import type { ImportProblem } from '#domain/protocol/import.ts'
import { type Appointment, appointmentSchema } from '#domain/records/appointment.ts'
import { documentSchema, type MedicalDocument } from '#domain/records/document.ts'
import { type DoseEvent, doseEventSchema } from '#domain/records/dose-event.ts'
import { type Medication, medicationSchema, planOf, planProblem } from '#domain/records/medication.ts'
import { PICTURE_NAME } from '../export/tables.ts'
import { describeProblem } from '../plugins/problem-sentences.ts'

/** The clinical records of an export, each as the domain's schema reads it, in the order of the file. */
export interface ExportedRecords {
  medications: Medication[]
  doses: DoseEvent[]
  appointments: Appointment[]
  documents: ExportedDocument[]
}

export type ExportedDocument = MedicalDocument & {
  /** Its picture inside the zip. */
  file: string
}

/** How many entries a list may have: more than a person’s, and no more than one transaction carries. */
const MOST = { medications: 1000, doses: 200_000, appointments: 10_000, documents: DOCUMENT_LIMIT } as const

/** Entries that are checked at once: the server answers others in between. */
const PORTION = 1000

const medicationEntry = z.strictObject(medicationSchema.shape)
const appointmentEntry = z.strictObject(appointmentSchema.shape)
const documentEntry = z.strictObject({
  ...documentSchema.shape,
  file: z.string().check(z.regex(PICTURE_NAME, 'must be a picture of the export')),
})
/** A line of the log; its place there and its receipt are given anew. */
const doseEntry = z.pipe(
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform(({ seq: _seq, receivedAt: _receivedAt, ...event }) => event),
  ),
  doseEventSchema,
)

/** What is wrong with an entry that its schema takes: the field and a sentence about it. */
interface Fault {
  field: string
  rule: string
}

/** The lists of the export as parsed JSON, by the name of their kind. */
export type ExportedLists = Record<keyof ExportedRecords, unknown>

/**
 * Checks every record by the rules it would meet if it were sent, and those that effects keep otherwise. `now` in milliseconds.
 * With a problem the records are not all there.
 */
export async function readRecords(
  lists: ExportedLists,
  now: number,
): Promise<{ records: ExportedRecords; problems: ImportProblem[] }> {
  const problems: ImportProblem[] = []
  const read = async <T extends { id: string }>(
    kind: keyof ExportedRecords,
    schema: z.ZodMiniType<T>,
    faultOf: (entry: T) => Fault | null,
  ): Promise<T[]> => {
    const list = await readList(lists[kind], { schema, faultOf, most: MOST[kind] })
    problems.push(...list.problems.map((problem) => ({ ...problem, file: EXPORT_FILES[kind] })))
    return list.entries
  }
  const medications = await read('medications', medicationEntry as z.ZodMiniType<Medication>, (entry) =>
    medicationFault(entry, now),
  )
  const doses = await read(
    'doses',
    doseEntry as z.ZodMiniType<DoseEvent>,
    doseFaults(idsIn(lists.medications)),
  )
  const appointments = await read('appointments', appointmentEntry as z.ZodMiniType<Appointment>, () => null)
  const documents = await read(
    'documents',
    documentEntry as z.ZodMiniType<ExportedDocument>,
    sharedPictureFaults(),
  )
  return { records: { medications, doses, appointments, documents }, problems }
}

type ListProblem = Omit<ImportProblem, 'file'>

async function readList<T extends { id: string }>(
  list: unknown,
  { schema, faultOf, most }: { schema: z.ZodMiniType<T>; faultOf: (entry: T) => Fault | null; most: number },
): Promise<{ entries: T[]; problems: ListProblem[] }> {
  const whole = (rule: string) => ({ entries: [], problems: [{ entry: null, field: null, rule }] })
  if (!Array.isArray(list)) return whole('The file must be there and hold a list.')
  if (list.length > most) return whole(`The list must be at most ${most} entries.`)
  const entries: T[] = []
  const problems: ListProblem[] = []
  const ids = new Set<string>()
  for (const [index, value] of list.entries()) {
    if (index % PORTION === PORTION - 1) await setImmediate()
    const problem = (field: string | null, rule: string) => problems.push({ entry: index + 1, field, rule })
    const parsed = schema.safeParse(value)
    if (!parsed.success) {
      const { field, sentence } = firstProblem(parsed.error)
      problem(field, sentence)
      continue
    }
    const fault = ids.has(parsed.data.id) ? TWICE : faultOf(parsed.data)
    ids.add(parsed.data.id)
    if (fault) problem(fault.field, fault.rule)
    else entries.push(parsed.data)
  }
  return { entries, problems }
}

const TWICE: Fault = { field: 'id', rule: 'id must not come twice.' }

function firstProblem(error: z.core.$ZodError): { field: string | null; sentence: string } {
  const issue = error.issues[0]
  if (!issue) return { field: null, sentence: 'The entry is not valid.' }
  const { code, path, message, ...params } = issue
  const problem = { keyword: code, instancePath: `/${path.join('/')}`, message, params }
  const { field, sentence } = describeProblem(problem, 'entry')
  return {
    field: field ?? null,
    sentence: field ? sentence : sentence.replace('The request’s entry', 'The entry'),
  }
}

/** The plan makes sense in every version, the newest one is the record's own, and nothing of it lies ahead. */
function medicationFault(entry: Medication, now: number): Fault | null {
  const { versions, createdAt, stoppedAt } = entry
  const later = [
    { field: 'createdAt', at: createdAt },
    { field: 'stoppedAt', at: stoppedAt },
    { field: 'versions', at: versions.at(-1)?.effectiveFrom ?? null },
  ].find(({ at }) => at !== null && msOf(at) > now)
  if (later) return { field: later.field, rule: `${later.field} must not be in the future.` }
  for (const plan of [planOf(entry), ...versions]) {
    const problem = planProblem(plan)
    if (problem) return { field: problem.field, rule: `${problem.error}.` }
  }
  const isAscending = versions.every((one, index) => {
    const before = versions[index - 1]
    return before === undefined || before.effectiveFrom < one.effectiveFrom
  })
  const last = versions.at(-1)
  if (!isAscending) return { field: 'versions', rule: 'versions must be in the order of their instants.' }
  if (!last || !samePlan(last, planOf(entry)))
    return { field: 'versions', rule: 'versions must end with the plan of the medication.' }
  return null
}

/** A line of the log is about a medication of the export, and takes back only lines of the same one that came before. */
function doseFaults(known: ReadonlySet<unknown>): (entry: DoseEvent) => Fault | null {
  const medicationOf = new Map<string, string>()
  return ({ id, medicationId, undoes }) => {
    if (!known.has(medicationId))
      return { field: 'medicationId', rule: 'medicationId must be a medication of the export.' }
    medicationOf.set(id, medicationId)
    if (undoes === null || medicationOf.get(undoes) === medicationId) return null
    return { field: 'undoes', rule: 'undoes must be an earlier entry of the same medication.' }
  }
}

/** The ids of a list, also of entries with problems of their own. */
const idsIn = (list: unknown): Set<unknown> =>
  new Set(Array.isArray(list) ? list.map((entry: { id?: unknown } | null) => entry?.id) : [])

/** Each document has a picture of its own. */
function sharedPictureFaults(): (entry: ExportedDocument) => Fault | null {
  const seen = new Set<string>()
  return ({ file }) => {
    if (seen.has(file)) return { field: 'file', rule: 'file must not be the picture of another document.' }
    seen.add(file)
    return null
  }
}
