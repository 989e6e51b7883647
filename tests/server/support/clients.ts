import { randomUUID } from 'node:crypto'
import { until } from '#tests/support/wait.ts'
import type { Chance } from '#tests/sync/prng.ts'
import type { Account, CallAnswer } from './account.ts'
import type { Ledger, Write } from './ledger.ts'

const MOST_IN_A_BATCH = 20

/** How often a client whose connection broke never asks again, as a phone that went under a bus. */
const GIVES_UP = 0.1

/** A server that was killed has this long to come back before its clients complain. */
const PATIENCE = 120_000

export interface ClientPorts {
  account: Account
  ledger: Ledger
  chance: Chance
  /** Medications of the account that take doses and edits; they are never deleted. */
  medicationIds: readonly string[]
  /** Takes that many writes from what is left to do, and answers how many of them there were. */
  take(count: number): number
  /** Hears of a request that was sent again with the same keys and answered. */
  onRetried(writes: readonly Write[], answers: readonly CallAnswer[], since: number): void
}

/** One client: writes alone and in batches, one request after the other, until nothing is left to do. */
export async function runClient(ports: ClientPorts): Promise<void> {
  const { chance, take } = ports
  /** Medications this client added and may delete: name and id. */
  const own: { name: string; id: string }[] = []
  for (;;) {
    const count = take(chance.chance(0.25) ? chance.between(2, MOST_IN_A_BATCH) : 1)
    if (count === 0) return
    const writes = Array.from({ length: count }, () => nextWrite(ports, own))
    const answers = await deliver(ports, writes)
    for (const [index, write] of writes.entries()) {
      const answer = answers?.[index]
      if (answer) ports.ledger.settle(write, answer)
      else ports.ledger.abandon(write)
      if (write.what === 'add' && answer?.status === 201)
        own.push({ name: write.record, id: (answer.body as { id: string }).id })
    }
  }
}

/** The answers, or null when the connection broke and the client gave up. */
async function deliver(
  { account, chance, onRetried }: ClientPorts,
  writes: readonly Write[],
): Promise<CallAnswer[] | null> {
  const calls = writes.map(({ call }) => call)
  const first = await unlessBroken(() => account.send(calls))
  if (first) return first
  // Whether these took effect shows in the end: a dose by its id, a medication by its name.
  const mayGiveUp = writes.every(({ what }) => what === 'dose' || what === 'add')
  if (mayGiveUp && chance.chance(GIVES_UP)) return null
  let since = 0
  const again = () => {
    since = Date.now()
    return unlessBroken(() => account.send(calls))
  }
  const answers = await until(again, { timeout: PATIENCE, what: 'an answer under the same keys' })
  onRetried(writes, answers, since)
  return answers
}

/** Null when the connection broke: `fetch` throws a TypeError for that and for nothing else here. */
async function unlessBroken<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
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

/** Without an id of its own the server makes one: a second effect would be a second record. */
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
    snapshot: { name: 'Metformin', dosage: '500 mg' },
  }
  return { what: 'dose', record: id, call: { key, method: 'POST', path: '/api/doses', body } }
}
