import { setTimeout as pause } from 'node:timers/promises'
import { morningDoses } from './population.ts'
import type { Delivery } from './push-service.ts'
import { messagesTaken, minuteFor, populate, rests, type Setup, startOn } from './setup.ts'

/** As for a burst: time to materialise before the minute (ms). */
const HEAD_START = 45_000
/** The share of the burst after which the server is killed. */
const AMID = 0.3
/** How long no message is answered before the kill (ms); shorter than a server waits for one. */
const HELD = 3_000
/** The second stage comes after five minutes: every user must have had the first by then (ms). */
const WITHIN = 280_000

export interface Killed {
  due: number
  servers: number
  /** How many messages had arrived when the server was killed. */
  before: number
  /** When the last missing message arrived (ms after the kill). */
  recovered: number
  faults: string[]
  /** Due doses for which no message reached the phone. */
  lost: number
  /** Messages that the push service received again. */
  sentTwice: number
  /** Those among them that a user would see as a second notification: not under the tag of the first. */
  seenTwice: number
}

/** Sends kill -9 to a server during a burst and restarts it; returns what arrived at every phone. */
export async function killAmid(setup: Setup, due: number, servers: number): Promise<Killed> {
  const dueAt = minuteFor(due, HEAD_START)
  const doses = morningDoses({ first: setup.people, count: due })
  await populate(setup, due, dueAt)
  const running = [await startOn(setup)]
  try {
    while (running.length < servers) running.push(await startOn(setup, running.length))
    await messagesTaken(setup, due * AMID, dueAt + WITHIN)
    // The worst moment: some messages accepted but not answered, others claimed but not sent.
    await setup.service.hold()
    await pause(HELD)
    const before = await setup.service.count()
    const killedAt = Date.now()
    await running.shift()?.kill()
    await setup.service.release()
    running.push(await startOn(setup))
    const first: Delivery[] = []
    const faults: string[] = []
    while (peopleOf(first) < due && Date.now() < dueAt + WITHIN) {
      await messagesTaken(setup, due - peopleOf(first), dueAt + WITHIN)
      const { deliveries, faults: wrong } = await setup.service.verify()
      first.push(...deliveries)
      faults.push(...wrong)
    }
    const recovered = Math.max(...first.map(({ at }) => at)) - killedAt
    await Promise.all(running.map(rests))
    const late = await setup.service.verify()
    const all = [...first, ...late.deliveries]
    return { due, servers, before, recovered, faults: [...faults, ...late.faults], ...asSeen(all, doses) }
  } finally {
    await Promise.all(running.map((server) => server.stop()))
  }
}

const peopleOf = (deliveries: readonly Delivery[]): number => new Set(deliveries.map(({ person }) => person)).size

/**
 * Phones show one notification per tag, and their notification log lets a dose sound once per stage (R5.1): a repeated
 * message about the same doses and stage under the same tag replaces the first one without a sound.
 */
function asSeen(deliveries: readonly Delivery[], doses: number): Pick<Killed, 'lost' | 'sentTwice' | 'seenTwice'> {
  const shown = new Map<string, string>()
  let sentTwice = 0
  let seenTwice = 0
  for (const { person, slotIds, title, tag } of deliveries) {
    const keys = slotIds.map((slotId) => `${person} ${slotId} ${title}`)
    const tags = new Set(keys.flatMap((key) => shown.get(key) ?? []))
    if (tags.size > 0) sentTwice += 1
    if (tags.size > 0 && !tags.has(tag)) seenTwice += 1
    for (const key of keys) shown.set(key, tag)
  }
  return { lost: doses - shown.size, sentTwice, seenTwice }
}
