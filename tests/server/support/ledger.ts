import { isDeepStrictEqual } from 'node:util'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { Account, Call, CallAnswer } from './account.ts'

/**
 * A call and its purpose. `record` is the id of its dose or of the edited medication, or the name of an added
 * medication.
 */
export interface Write {
  what: 'dose' | 'add' | 'edit' | 'delete'
  call: Call
  record: string
}

interface Settled {
  write: Write
  answer: CallAnswer
}

/** What the clients of one account were told, to be compared with what the server has in the end. */
export interface Ledger {
  /** Records an answer. Failure is a problem: the writes of these tests have no reason to be refused. */
  settle(write: Write, answer: CallAnswer): void
  /** Records that no answer came and that the client will never ask again. */
  abandon(write: Write): void
  readonly acknowledged: number
  readonly abandoned: number
  /** Compares with the server, one line per fault. All clients must have stopped. */
  audit(): Promise<Audit>
}

export interface Audit {
  lost: string[]
  doubled: string[]
  /** Anything else that does not fit: refusals, numbers, contents. */
  wrong: string[]
}

/** Starts recording. What the account already has is left out. */
export async function openLedger(account: Account): Promise<Ledger> {
  const settled: Settled[] = []
  const abandoned: Write[] = []
  const refused: string[] = []
  const before = await account.seq()
  return {
    settle(write, answer) {
      if (answer.status >= 300)
        refused.push(`${write.what} ${write.record}: ${answer.status} ${JSON.stringify(answer.body)}`)
      else settled.push({ write, answer })
    },
    abandon: (write) => void abandoned.push(write),
    get acknowledged() {
      return settled.length
    },
    get abandoned() {
      return abandoned.length
    },
    async audit() {
      const audit: Audit = { lost: [], doubled: [], wrong: [...refused] }
      const log = await account.log()
      const list = await account.list()
      const names = list.map(({ name }) => name)
      auditDoses(audit, settled, log)
      auditMedications(audit, settled, names)
      auditEdits(audit, settled, new Map(list.map(({ id, instructions }) => [id, instructions])))
      audit.doubled.push(
        ...repeated(log.map(({ id }) => `dose ${id}`)),
        ...repeated(names.map((name) => `medication ${name}`)),
        ...repeated(settled.map(({ answer }) => `commit ${answer.seq}`)),
      )
      // Every write that took effect raised the account's sequence by one, so any extra effect shows here.
      const there = new Set<string>([...log.map(({ id }) => id), ...names])
      const effects = settled.length + abandoned.filter(({ record }) => there.has(record)).length
      const commits = (await account.seq()) - before
      if (commits > effects) audit.doubled.push(`${commits} commits for ${effects} writes`)
      if (commits < effects) audit.lost.push(`${commits} commits for ${effects} writes`)
      return audit
    },
  }
}

function auditDoses(audit: Audit, settled: readonly Settled[], log: readonly LoggedDoseEvent[]): void {
  const known = new Map(log.map((event) => [event.id as string, event]))
  for (const { write, answer } of settled.filter(({ write: { what } }) => what === 'dose')) {
    const event = known.get(write.record)
    if (!event) audit.lost.push(`dose ${write.record}`)
    else if (!says(event, answer.body) || !says(event, write.call.body) || event.seq !== answer.seq)
      audit.wrong.push(`dose ${write.record} is not what was answered`)
  }
}

/** Returns whether an event has all of these fields: a batch answers with the place of a dose alone (S2.5). */
const says = (event: LoggedDoseEvent, fields: unknown): boolean =>
  isDeepStrictEqual(event, { ...event, ...(fields as object) })

/** Checks that added medications are in the list unless they were also deleted, and that deleted ones are not. */
function auditMedications(audit: Audit, settled: readonly Settled[], names: readonly string[]): void {
  const of = (what: Write['what']) =>
    new Set(settled.flatMap(({ write }) => (write.what === what ? [write.record] : [])))
  const [added, deleted] = [of('add'), of('delete')]
  for (const name of added) if (!deleted.has(name) && !names.includes(name)) audit.lost.push(`medication ${name}`)
  for (const name of deleted) if (names.includes(name)) audit.lost.push(`the deletion of ${name}`)
}

/** Checks that of several edits of one text the last one committed remains. */
function auditEdits(audit: Audit, settled: readonly Settled[], instructions: ReadonlyMap<string, string>): void {
  const last = new Map<string, Settled>()
  for (const one of settled.filter(({ write }) => write.what === 'edit')) {
    const newest = last.get(one.write.record)
    if (!newest || newest.answer.seq < one.answer.seq) last.set(one.write.record, one)
  }
  for (const [id, { write }] of last)
    if (instructions.get(id) !== write.call.body?.instructions) audit.lost.push(`the last edit of ${id}`)
}

function repeated(things: readonly string[]): string[] {
  const seen = new Set<string>()
  return things.filter((thing) => seen.size === seen.add(thing).size)
}
