import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import type { UserId } from '#domain/lib/ids.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { among, asRows } from '../db/parameters.ts'
import { helperNotices } from '../occurrences/tables.ts'
import { shownPerson } from '../people/grants.ts'
import { type Fault, mayBeTried, takeBack } from '../queue/set-aside.ts'
import type { Receiver } from './delivery.ts'
import { type MissedMoment, missedTag } from './missed-dose-texts.ts'
import { type ClaimOptions, eventsOf, type Known, medicationOf, readOpenDoses } from './open-dose-claims.ts'
import { isSettledDose, type MailVerdict, mailVerdict } from './open-doses.ts'
import { type Worked, workOnPortion } from './portions.ts'
import { type Helper, type Helpers, keyOf, readHelpers } from './told-helpers.ts'

/** Rows per claim. They are all that a crashing server can lose. */
const PORTION = 50

type NoticeRow = typeof helperNotices.$inferSelect

/** What a helper is told, or what replaces it. */
export interface HelperMessage {
  kind: 'tell' | 'withdraw'
  moment: MissedMoment
  tag: string
  helper: Helper['account']
  devices: readonly Receiver[]
  rows: readonly NoticeRow[]
}

/**
 * Decides about one portion of the doses whose helpers may have to be told, records it, and claims the messages: one
 * for each helper, person and minute (R11.3). Returns null if nothing is due or another server is working on it.
 */
export async function claimHelperMessages(options: ClaimOptions): Promise<HelperMessage[] | null> {
  const { db, clock, config, onSetAside } = options
  const now = clock.now()
  const portion = { index: 'helpers' as const, until: now, now, count: PORTION, onSetAside }
  const { people, results } = await workOnPortion(db, portion, (tx, claimed) => claimOf(tx, claimed, config, now))
  return people === 0 ? null : results.flat()
}

async function claimOf(
  tx: Database,
  people: string[],
  config: ClaimOptions['config'],
  now: number,
): Promise<Worked<HelperMessage[]>> {
  const isDue = and(
    lte(helperNotices.lookAt, new Date(now)),
    mayBeTried('helper-notice', helperNotices.medicationId, now),
  )
  const rows = await tx
    .select()
    .from(helperNotices)
    .where(and(among(helperNotices.userId, people), isDue))
  const beside = await shownBeside(tx, rows)
  const known = await readOpenDoses(tx, people, [...rows, ...beside])
  const helpers = await readHelpers(tx, people, config, now)
  const faults: Fault[] = []
  const decided = rows.flatMap((row): Decided[] => {
    try {
      return [decide(row, known, helpers, now)]
    } catch (error) {
      faults.push({ kind: 'helper-notice', subject: row.medicationId, userId: row.userId, error })
      return []
    }
  })
  await note(tx, decided)
  await takeBack(
    tx,
    ['helper-notice'],
    decided.map(({ row }) => row.medicationId),
  )
  return { result: [...tellings(decided, helpers), ...withdrawals(decided, beside, known, helpers, now)], faults }
}

/** Returns what else was told in the messages of these rows, and still stands there. */
async function shownBeside(tx: Database, rows: readonly NoticeRow[]): Promise<NoticeRow[]> {
  const told = rows.filter(({ outcome }) => outcome === 'told')
  if (told.length === 0) return []
  const tags = told.flatMap(({ tag }) => tag ?? [])
  const own = new Set(told.map(({ userId }) => userId))
  const shown = await tx
    .select()
    .from(helperNotices)
    .where(and(among(helperNotices.userId, own), eq(helperNotices.outcome, 'told'), inArray(helperNotices.tag, tags)))
  return shown.filter((row) => !rows.some(({ slotId, helperId }) => slotId === row.slotId && helperId === row.helperId))
}

interface Decided {
  row: NoticeRow
  verdict: MailVerdict | { kind: 'withheld' | 'settled' | 'stands' }
}

/** Throws if the dose cannot be read. */
function decide(row: NoticeRow, known: Known, helpers: Helpers, now: number): Decided {
  if (row.outcome === 'told') return { row, verdict: { kind: isSettled(row, known, now) ? 'settled' : 'stands' } }
  const helper = helpers.get(keyOf(row))
  if (!helper) return { row, verdict: { kind: 'withheld' } }
  const after = (helper.grant.grant.notifyAfterMinutes ?? 0) * MINUTE
  return { row, verdict: mailVerdict(askedDose(row, known), row, now, after) }
}

const askedDose = (row: NoticeRow, known: Known) => ({
  slotId: row.slotId,
  date: row.date as LocalDate,
  medication: medicationOf(row, known.medications),
  events: eventsOf(row, known),
  zone: known.zoneOf(row.userId),
})

const isSettled = (row: NoticeRow, known: Known, now: number): boolean => isSettledDose(askedDose(row, known), now)

/** A dose that cannot be read may be open: what was told of it stands. */
function mayBeOpen(row: NoticeRow, known: Known, now: number): boolean {
  try {
    return !isSettled(row, known, now)
  } catch {
    return true
  }
}

async function note(tx: Database, decided: readonly Decided[]): Promise<void> {
  const rows = decided.map(({ row, verdict }) => ({
    user_id: row.userId,
    slot_id: row.slotId,
    helper_id: row.helperId,
    outcome: outcomeOf(verdict.kind, row),
    look_at: verdict.kind === 'later' ? new Date(verdict.at) : null,
  }))
  await tx.execute(sql`
    update helper_notices set outcome = row.outcome, look_at = row.look_at
    from jsonb_to_recordset(${asRows(rows)}) as row (user_id uuid, slot_id text, helper_id uuid, outcome text,
      look_at timestamptz)
    where helper_notices.user_id = row.user_id and helper_notices.slot_id = row.slot_id
      and helper_notices.helper_id = row.helper_id`)
}

function outcomeOf(kind: Decided['verdict']['kind'], { attempts }: NoticeRow): NoticeRow['outcome'] {
  switch (kind) {
    case 'due':
      return 'claimed'
    case 'later':
      return 'waiting'
    case 'expired':
      return attempts > 0 ? 'failed' : 'expired'
    case 'settled':
      return 'withdrawn'
    case 'stands':
      return 'told'
    case 'unneeded':
    case 'withheld':
      return kind
  }
}

function tellings(decided: readonly Decided[], helpers: Helpers): HelperMessage[] {
  const due = decided.flatMap(({ row, verdict }) => (verdict.kind === 'due' ? [{ row, dose: verdict.dose }] : []))
  const groups = Map.groupBy(due, ({ row, dose: { slot } }) => `${keyOf(row)} ${slot.date} ${shownTime(slot)}`)
  return [...groups.values()].flatMap((group): HelperMessage[] => {
    const [first] = group
    const helper = first && helpers.get(keyOf(first.row))
    if (!helper) return []
    const { slot } = first.dose
    const moment = momentOf(
      helper,
      slot.date,
      shownTime(slot),
      group.map(({ dose }) => dose),
    )
    const rows = group.map(({ row }) => row)
    return [{ kind: 'tell', moment, tag: missedTag(moment), helper: helper.account, devices: helper.devices, rows }]
  })
}

const momentOf = (
  { grant }: Helper,
  date: LocalDate,
  time: LocalTime,
  doses: readonly Pick<SlotView, 'slot' | 'name' | 'dosage'>[],
): MissedMoment => ({
  person: { id: grant.grant.userId as UserId, name: shownPerson(grant).name, colour: shownPerson(grant).colour },
  date,
  time,
  subjects: doses.map(({ slot, name, dosage }) => ({ slotId: slot.id, name, dosage })),
})

/** A message is replaced once nothing of it is open any more. */
function withdrawals(
  decided: readonly Decided[],
  beside: readonly NoticeRow[],
  known: Known,
  helpers: Helpers,
  now: number,
): HelperMessage[] {
  const settled = decided.filter(({ verdict }) => verdict.kind === 'settled').map(({ row }) => row)
  const standing = [...beside, ...decided.filter(({ verdict }) => verdict.kind === 'stands').map(({ row }) => row)]
  const groups = Map.groupBy(settled, (row) => `${keyOf(row)} ${row.tag}`)
  return [...groups.values()].flatMap((rows): HelperMessage[] => {
    const [first] = rows
    const helper = first && helpers.get(keyOf(first))
    if (!helper || first.tag === null) return []
    const isOpen = standing.some(
      (row) => row.tag === first.tag && keyOf(row) === keyOf(first) && mayBeOpen(row, known, now),
    )
    if (isOpen) return []
    const time = first.tag.slice(-5) as LocalTime
    const moment = momentOf(helper, first.date as LocalDate, time, [])
    return [{ kind: 'withdraw', moment, tag: first.tag, helper: helper.account, devices: helper.devices, rows }]
  })
}
