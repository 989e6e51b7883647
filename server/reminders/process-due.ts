import type { Database } from '../db/database.ts'
import { inLanguage } from '../platform/language.ts'
import { type Fault, type OnSetAside, takeBack } from '../queue/set-aside.ts'
import { decide, nothingDecided } from './decision.ts'
import type { Dispatch } from './delivery.ts'
import { type PersonRows, readPeople, viewOf } from './due-people.ts'
import { type Worked, workOnPortion } from './portions.ts'
import { type Decided, noteDecisions } from './save-decisions.ts'

export interface ProcessOptions {
  /** Milliseconds since the epoch. */
  now: number
  /** Only occurrences due after this instant. */
  since: number
  /** Roughly how many occurrences. */
  count: number
  newId: () => string
  onSetAside: OnSetAside
}

/**
 * Processes one portion of the due reminders: reads everything about their accounts in bulk, decides, and records what
 * to send, all in one transaction (R3.1). What cannot be read or decided is set aside (R8.1). Returns what to send, or
 * null if nothing is due or another server is working on it.
 */
export async function processDueReminders(db: Database, options: ProcessOptions): Promise<Dispatch[] | null> {
  const { now, newId, ...portion } = options
  const { people, results } = await workOnPortion(
    db,
    { ...portion, index: 'occurrences', until: now, now },
    (tx, claimed) => decideForPeople(tx, claimed, now, newId),
  )
  return people === 0 ? null : results.flat()
}

async function decideForPeople(
  tx: Database,
  people: string[],
  now: number,
  newId: () => string,
): Promise<Worked<Dispatch[]>> {
  const decided = (await readPeople(tx, people, now)).map((rows) =>
    inLanguage(rows.account?.language, () => decideForPerson(rows, now, newId)),
  )
  await noteDecisions(tx, decided)
  const faults = decided.flatMap((asked) => asked.faults)
  const broken = new Set(faults.map(({ subject }) => subject))
  const seen = decided.flatMap(({ userId, occurrences }) => [
    userId,
    ...occurrences.map(({ medicationId }) => medicationId),
  ])
  const inOrder = seen.filter((subject) => !broken.has(subject))
  await takeBack(tx, ['reminder'], inOrder)
  return { result: decided.flatMap(({ decision }) => decision.dispatches), faults }
}

interface DecidedFor extends Decided {
  faults: Fault[]
}

/**
 * Decides about one user, whatever the rows contain: an unreadable row holds up no other user, and nothing else of this
 * one.
 */
function decideForPerson(rows: PersonRows, now: number, newId: () => string): DecidedFor {
  const { userId, occurrences } = rows
  try {
    return { userId, occurrences, decision: decide(viewOf(rows, now), now, newId), faults: [] }
  } catch (error) {
    return decideForRest(rows, error, now, newId)
  }
}

/**
 * Decides again without the medications and appointments that fail on their own, or without any if that does not help.
 */
function decideForRest(rows: PersonRows, error: unknown, now: number, newId: () => string): DecidedFor {
  const { userId } = rows
  const subjects = [...new Set(rows.occurrences.map(({ medicationId }) => medicationId))]
  const faults = subjects.flatMap((subject): Fault[] => {
    const reason = errorOf(() => decide(viewOf(only(rows, new Set([subject])), now), now, newId))
    return reason ? [{ kind: 'reminder', subject, userId, ...reason }] : []
  })
  const broken = new Set(faults.map(({ subject }) => subject))
  const rest = only(rows, new Set(subjects.filter((subject) => !broken.has(subject))))
  try {
    const decision = decide(viewOf(rest, now), now, newId)
    const unknown: Fault = { kind: 'reminder', subject: userId, userId, error }
    return { userId, occurrences: rest.occurrences, decision, faults: faults.length > 0 ? faults : [unknown] }
  } catch {
    const all = subjects.map((subject): Fault => ({ kind: 'reminder', subject, userId, error }))
    return { userId, occurrences: rows.occurrences, decision: nothingDecided(), faults: all }
  }
}

/** Returns the occurrences of these medications or appointments, with their log. */
const only = (rows: PersonRows, ids: ReadonlySet<string>): PersonRows => ({
  ...rows,
  occurrences: rows.occurrences.filter(({ medicationId }) => ids.has(medicationId)),
  events: rows.events.filter(({ medicationId }) => ids.has(medicationId)),
})

function errorOf(work: () => unknown): { error: unknown } | null {
  try {
    work()
    return null
  } catch (error) {
    return { error }
  }
}
