import { setTimeout as pause } from 'node:timers/promises'
import { morningDoses } from './population.ts'
import type { Delivery } from './push-service.ts'
import { messagesTaken, minuteFor, populate, rests, type Setup, startOn } from './setup.ts'

/** As for a burst: taken up before the minute. */
const HEAD_START = 45_000
/** The share of the burst after which the server is killed. */
const AMID = 0.3
/** For so long (ms) no message is answered before the kill; shorter than a server waits for one. */
const HELD = 3_000
/** The second stage comes after five minutes: until then everybody has to have had the first. */
const WITHIN = 280_000

export interface Killed {
  due: number
  servers: number
  /** How many messages had arrived when the server was killed. */
  before: number
  /** Until the last missing message arrived (ms after the kill). */
  recovered: number
  faults: string[]
  /** Doses that were due and of which no message came to the phone. */
  lost: number
  /** Messages that the push service got once more. */
  sentTwice: number
  /** Of those, the ones a person would see as another notification: not under the tag of the first. */
  seenTwice: number
}

/** kill -9 of a server amid a burst, and its restart: what arrived at every phone. */
export async function killAmid(setup: Setup, due: number, servers: number): Promise<Killed> {
  const dueAt = minuteFor(due, HEAD_START)
  const doses = morningDoses({ first: setup.people, count: due })
  await populate(setup, due, dueAt)
  const running = [await startOn(setup)]
  try {
    while (running.length < servers) running.push(await startOn(setup, running.length))
    await messagesTaken(setup, due * AMID, dueAt + WITHIN)
    // The worst moment: messages taken and not answered, others claimed and not sent.
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
 * Phones show one notification for each tag, and their notification log lets a dose sound once for each stage (R5.1): what comes
 * again of the same doses and stage under the same tag stands where the first one stood, without a sound.
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
