import { and, eq, lt } from 'drizzle-orm'
import type { SlotId } from '#domain/lib/ids.ts'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '#server/db/database.ts'
import { pushSends } from '#server/testing/tables.ts'
import type { Dose } from './doses.ts'
import type { Knowledge } from './knowledge.ts'

/** Minutes after the start of a reminder. A reminder is over after its length (specification, section 9). */
export const STAGE_MINUTES = [0, 5, 10] as const
export const REMINDER_LENGTH = 15 * MINUTE

/**
 * What has to be on record about one stage of a dose, for each device.
 * - `delivered`: sent while it was the current stage
 * - `expired`: it passed while the server was down
 * - `claimed`: the server died while sending it; decided the next time due reminders are processed
 * - `optional`: it was over, or the dose was snoozed, when the server learned of it: expired, or nothing
 */
type Expected = 'delivered' | 'expired' | 'claimed' | 'optional'

interface Expectation {
  dose: Dose
  start: number
  stage: number
  expected: Expected
  /** The doses in the same message; null where no message is to be sent. */
  group: string | null
}

export interface SendCounts {
  delivered: number
  expired: number
  grouped: number
}

/** What the server has to have on record for one user: R2.3, R3.1 to R3.4, derived from the rules. */
export class SendsReckoning {
  readonly #expected = new Map<string, Expectation>()
  /**
   * For each dose, the start the server knew when it last processed due reminders, and when it learned of it.
   */
  readonly #starts = new Map<SlotId, { dose: Dose; start: number | null; since: number }>()
  readonly #server: Knowledge
  #sending: Expectation[] = []

  constructor(server: Knowledge) {
    this.#server = server
  }

  /** Runs when something has reached the server: an act, an edit, another zone. */
  heard(now: number): void {
    // Doses that follow from the log may be gone, and come up again when something is undone.
    for (const { dose } of [...this.#starts.values()])
      if (this.#server.hasLogPlans(dose.medicationId)) this.#startOf(dose, now)
    for (const dose of this.#server.dosesNear(now)) this.#startOf(dose, now)
  }

  #startOf(dose: Dose, now: number): { start: number | null; since: number } {
    const start = this.#server.startOf(dose)
    const known = this.#starts.get(dose.id)
    if (known && known.start === start) return known
    const entry = { dose, start, since: known || this.#server.isFromLog(dose) ? now : this.#server.learned(dose) }
    this.#starts.set(dose.id, entry)
    return entry
  }

  /** Runs when the server processes due reminders. Returns how many doses it has to send. */
  look(now: number): number {
    this.#endClaims(now)
    const groups = new Map<string, Expectation[]>()
    for (const dose of this.#server.dosesNear(now)) {
      const { start, since } = this.#startOf(dose, now)
      if (start === null || start > now || now > start + 3 * DAY) continue
      for (const stage of STAGE_MINUTES) {
        const expectation = this.#expect(dose, start, since, stage, now)
        if (expectation?.expected !== 'delivered') continue
        const key = `${dose.date} ${this.#server.shownTimeOf(dose)} ${start} ${stage}`
        groups.set(key, [...(groups.get(key) ?? []), expectation])
      }
    }
    for (const members of groups.values()) {
      const group = namesOf(members.map(({ dose: { id } }) => id))
      for (const member of members) member.group = group
    }
    this.#sending = [...groups.values()].flat()
    return this.#sending.length
  }

  /** Runs when the server dies while sending what it has just found due. */
  die(): void {
    for (const expectation of this.#sending) expectation.expected = 'claimed'
  }

  /**
   * Expects a stage that has become due since the last processing; returns undefined when there is nothing new about
   * it.
   */
  #expect(dose: Dose, start: number, since: number, stage: number, now: number): Expectation | undefined {
    const at = start + stage * MINUTE
    const key = keyOf(dose.id, at, stage)
    if (at > now || this.#expected.has(key)) return undefined
    const isCurrent = now < start + REMINDER_LENGTH && currentStage(start, now) === stage
    const expected = isCurrent ? 'delivered' : since <= at ? 'expired' : 'optional'
    const expectation: Expectation = { dose, start, stage, expected, group: null }
    this.#expected.set(key, expectation)
    return expectation
  }

  /** R3.1: what was claimed is sent while its stage is current for any dose in it; otherwise it expires. */
  #endClaims(now: number): void {
    const claimed = [...this.#expected.values()].filter(({ expected }) => expected === 'claimed')
    for (const members of Map.groupBy(claimed, ({ group, start, stage }) => `${group} ${start} ${stage}`).values()) {
      const isLive = members.some(
        ({ dose, start, stage }) =>
          this.#server.startOf(dose) === start && now < start + REMINDER_LENGTH && currentStage(start, now) === stage,
      )
      for (const member of members) member.expected = isLive ? 'delivered' : 'expired'
    }
  }

  /** Compares what is on record about stages before that instant with what has to be, and forgets both. */
  async settle(
    db: Database,
    userId: string,
    subscriptions: readonly string[],
    before: number,
    counts: SendCounts,
  ): Promise<string[]> {
    const due = and(eq(pushSends.userId, userId), lt(pushSends.dueAt, new Date(before)))
    const rows = (await db.select().from(pushSends).where(due)).filter(({ kind }) => kind === 'reminder')
    const found = new Map<string, { outcome: string; group: string }[]>()
    for (const { subscriptionId, slotIds, dueAt, stage, outcome } of rows) {
      for (const id of slotIds) {
        const key = `${subscriptionId} ${keyOf(id, dueAt.getTime(), stage ?? 0)}`
        found.set(key, [...(found.get(key) ?? []), { outcome, group: namesOf(slotIds) }])
      }
    }
    await db.delete(pushSends).where(due)
    const problems: string[] = []
    for (const [key, { dose, start, stage, expected, group }] of this.#expected) {
      if (start + stage * MINUTE >= before) continue
      this.#expected.delete(key)
      for (const subscription of subscriptions) {
        const rows = found.get(`${subscription} ${key}`) ?? []
        found.delete(`${subscription} ${key}`)
        const outcomes = rows.map(({ outcome }) => outcome).join()
        const isRight =
          outcomes === expected || (expected === 'optional' && (outcomes === '' || outcomes === 'expired'))
        if (!isRight) {
          const when = new Date(start).toISOString()
          problems.push(
            `${dose.date} ${dose.time} from ${when} stage ${stage}: ${outcomes || 'nothing'} on record, not ${expected}`,
          )
        } else if (group !== null && rows[0]?.group !== group) {
          problems.push(`R3.2 ${dose.date} ${dose.time} stage ${stage}: sent with ${rows[0]?.group}, not ${group}`)
        }
        if (expected === 'delivered' || expected === 'expired') counts[expected] += 1
        if (group?.includes(' ')) counts.grouped += 1
      }
    }
    for (const [key, rows] of found) problems.push(`${rows.length} sends that nobody asked for: ${key}`)
    for (const [id, { dose }] of this.#starts) {
      if (this.#server.dueOf(dose) < before - 3 * DAY) this.#starts.delete(id)
    }
    return problems
  }
}

/** Returns the current stage of a reminder, in minutes. */
export const currentStage = (start: number, now: number): number =>
  STAGE_MINUTES.findLast((stage) => start + stage * MINUTE <= now) ?? 0

const keyOf = (id: SlotId, at: number, stage: number): string => `${id} ${at} ${stage}`

const namesOf = (ids: readonly SlotId[]): string => [...ids].sort().join(' ')
