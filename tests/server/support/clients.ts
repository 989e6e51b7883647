import { randomUUID } from 'node:crypto'
import { until } from '#tests/support/wait.ts'
import type { Chance } from '#tests/sync/prng.ts'
import type { Account, CallAnswer } from './account.ts'
import type { Ledger, Write } from './ledger.ts'

const MOST_IN_A_BATCH = 20

/** How often a client whose connection broke never asks again, like a phone that went under a bus. */
const GIVES_UP = 0.1

/** How long a killed server has to come back before its clients complain (ms). */
const PATIENCE = 120_000

export interface ClientPorts {
  account: Account
  ledger: Ledger
  chance: Chance
  /** Medications of the account that receive doses and edits; they are never deleted. */
  medicationIds: readonly string[]
  /** Takes up to that many writes from the remaining work, and returns how many it took. */
  take(count: number): number
  /** Called when a request was sent again with the same keys and answered. */
  onRetried(writes: readonly Write[], answers: readonly CallAnswer[], since: number): void
}

/** Runs one client: it writes alone and in batches, one request after another, until no work is left. */
export async function runClient(ports: ClientPorts): Promise<void> {
  const { chance, take } = ports
  /** Medications that this client added and may delete: name and id. */
  const own: { name: string; id: string }[] = []
  for (;;) {
    const count = take(chance.chance(0.25) ? chance.between(2, MOST_IN_A_BATCH) : 1)
    if (count === 0) return
    const writes = Array.from({ length: count }, () => nextWrite(ports, own))
    const answers = await deliver(ports, writes)
    for (const [index, write] of writes.entries()) {
      const answer = answers[index]
      if (answer) ports.ledger.settle(write, answer)
      else ports.ledger.abandon(write)
      if (write.what === 'add' && answer?.status === 201)
        own.push({ name: write.record, id: (answer.body as { id: string }).id })
    }
  }
}

/**
 * Returns the answers; fewer than writes when the connection broke and the client gave up. After a break it sends the
 * same keys again, half as many at a time, as a device does: a batch that takes longer than the server lives would
 * never finish.
 */
async function deliver({ account, chance, onRetried }: ClientPorts, writes: readonly Write[]): Promise<CallAnswer[]> {
  const answers: CallAnswer[] = []
  // Whether these took effect can be seen in the end: a dose by its id, a medication by its name.
  const mayGiveUp = writes.every(({ what }) => what === 'dose' || what === 'add')
  let size = writes.length
  let breaks = 0
  while (answers.length < writes.length) {
    let part: readonly Write[] = []
    let since = 0
    const attempt = async () => {
      part = writes.slice(answers.length, answers.length + size)
      since = Date.now()
      const result = await sendOnce(account, part)
      if (typeof result === 'object') return result
      if (result === 'away') return null
      breaks += 1
      size = Math.ceil(size / 2)
      return breaks === 1 && mayGiveUp && chance.chance(GIVES_UP) ? 'given up' : null
    }
    const result = await until(attempt, { timeout: PATIENCE, what: 'an answer under the same keys' })
    if (result === 'given up') return answers
    answers.push(...result)
    if (breaks > 0) onRetried(part, result, since)
  }
  return answers
}

/** Temporary: a device sends the same again, under the same key (docs/sync-spec.md, S6.1). */
const UNAVAILABLE = 503

/**
 * Returns `away` when there was no connection, and `broken` when it ended before the answer, so that the outcome is
 * unknown, as it is where the server says that its database was not there in time. `fetch` throws TypeErrors for the
 * first two.
 */
async function sendOnce(account: Account, writes: readonly Write[]): Promise<CallAnswer[] | 'away' | 'broken'> {
  try {
    const answers = await account.send(writes.map(({ call }) => call))
    return answers.some(({ status }) => status === UNAVAILABLE) ? 'broken' : answers
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const cause = error.cause
    return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED' ? 'away' : 'broken'
  }
}

function nextWrite({ chance, medicationIds }: ClientPorts, own: { name: string; id: string }[]): Write {
  const key = randomUUID()
  const what = chance.next()
  const unwanted = what < 0.08 ? own.shift() : undefined
  if (unwanted)
    return {
      what: 'delete',
      record: unwanted.name,
      call: { key, method: 'DELETE', path: `/api/medications/${unwanted.id}` },
    }
  if (what < 0.2) return addition(key, chance.chance(0.5))
  const medicationId = chance.pick(medicationIds)
  if (what < 0.35)
    return {
      what: 'edit',
      record: medicationId,
      call: {
        key,
        method: 'PATCH',
        path: `/api/medications/${medicationId}`,
        body: { instructions: `Edited as ${key}` },
      },
    }
  return dose(key, medicationId)
}

/** Without an id the server makes one: a second effect would then be a second record. */
function addition(key: string, withId: boolean): Write {
  const name = `Added as ${key}`
  const body = { name, dosage: '5 mg', frequency: 'daily', reminderTimes: ['08:00'] }
  return {
    what: 'add',
    record: name,
    call: {
      key,
      method: 'POST',
      path: '/api/medications',
      body: withId ? { id: randomUUID(), ...body } : body,
    },
  }
}

function dose(key: string, medicationId: string): Write {
  const at = new Date().toISOString()
  const id = randomUUID()
  const body = {
    id,
    medicationId,
    kind: 'taken',
    at,
    loggedAt: at,
    deviceId: '01900000-0000-7000-8000-000000000900',
    deviceName: 'Phone',
    snapshot: { name: 'Metformin', dosage: '500 mg', date: null, time: null },
  }
  return { what: 'dose', record: id, call: { key, method: 'POST', path: '/api/doses', body } }
}
