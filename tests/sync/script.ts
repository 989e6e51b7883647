import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { MOVE_OPERATIONS } from './move-operations.ts'
import { APPOINTMENT_OPERATIONS, OPERATIONS, type Operation } from './operations.ts'
import { type Chance, chanceOf } from './prng.ts'
import { SUPPLY_OPERATIONS } from './supply-operations.ts'

/** What happens in a trace apart from what the network does. */
export type Deed =
  | { kind: 'operation'; operation: Operation }
  | { kind: 'device restart' | 'server restart' | 'worker delivery' | 'sign-out' }
  | {
      kind:
        | 'server snapshot'
        | 'server account lost'
        | 'server replaced'
        | 'server restore'
        | 'server restore without its journal'
    }
  | { kind: 'clock jump'; ms: number }
  /** The owner lets the helper out (S14.5); only in traces with people. */
  | { kind: 'grant ended' }
  | { kind: 'storage'; change: number; fault: 'storage quota' | 'transaction aborted' }
  | {
      kind: 'offline' | 'session revoked' | 'other user in the cookie' | 'consent withdrawn' | 'second tab'
      ms: number
    }

/** One step: `after` milliseconds after the previous one, on that device, with its own chance. */
export interface Step {
  number: number
  after: number
  device: number
  deed: Deed
}

export const DEVICES = ['phone', 'tablet', 'laptop', 'stranger'] as const
const STRANGER = 3

/** How often a user does what; anything not listed, once in a hundred. */
const OFTEN: Partial<Record<Operation, number>> = {
  add: 8,
  'add a duplicate anyway': 3,
  'edit texts': 10,
  'edit plan': 6,
  stop: 4,
  resume: 3,
  delete: 9,
  'take slot': 14,
  'skip slot': 4,
  'snooze slot': 4,
  'extra dose': 10,
  undo: 6,
  'retry in a stale tab': 3,
  'several at once': 4,
}
const bagOf = (operations: readonly Operation[], often: Partial<Record<Operation, number>>) =>
  operations.flatMap((operation) => Array.from({ length: often[operation] ?? 1 }, () => operation))
const OPERATION_BAG = bagOf(OPERATIONS, OFTEN)
const APPOINTMENT_BAG = bagOf(APPOINTMENT_OPERATIONS, { 'add appointment': 2, 'edit appointment': 2 })

const SUPPLY_BAG = bagOf(SUPPLY_OPERATIONS, { refill: 4, count: 2, 'add counted': 2 })

const MOVE_BAG: readonly Operation[] = [
  ...bagOf(MOVE_OPERATIONS, {
    'add noticed': 2,
    'edit notices': 2,
    'move later': 3,
    'move earlier': 3,
    'move again': 2,
    'take moved': 3,
    'undo logged moved': 3,
    'move logged': 3,
  }),
  'undo',
  'edit plan',
]

const gap = (chance: Chance): number => {
  const draw = chance.next()
  if (draw < 0.7) return chance.between(0, 600)
  if (draw < 0.97) return chance.between(1000, MINUTE)
  return chance.between(MINUTE, 2 * HOUR)
}

/**
 * By how much phone clocks are wrong (ms); the last is that of a phone whose battery was empty: it wakes up in 1970.
 */
const JUMPS = [5 * MINUTE, 3 * HOUR, 2 * DAY, 400 * DAY].flatMap((ms) => [ms, -ms]).concat(-20_300 * DAY)

const outage = (chance: Chance): number =>
  chance.chance(0.8) ? chance.between(500, MINUTE) : chance.between(MINUTE, HOUR)

function fault(chance: Chance): Deed {
  const draw = chance.between(0, 99)
  if (draw < 12) return { kind: 'device restart' }
  if (draw < 18) return { kind: 'second tab', ms: outage(chance) }
  if (draw < 19) return { kind: 'server restart' }
  if (draw < 34) return { kind: 'worker delivery' }
  if (draw < 44)
    return {
      kind: 'clock jump',
      ms: chance.pick(JUMPS),
    }
  if (draw < 60) {
    return {
      kind: 'storage',
      change: chance.between(1, 6),
      fault: chance.pick(['storage quota', 'transaction aborted']),
    }
  }
  if (draw < 78) return { kind: 'offline', ms: outage(chance) }
  if (draw < 84) return { kind: 'session revoked', ms: outage(chance) }
  if (draw < 90) return { kind: 'other user in the cookie', ms: outage(chance) }
  if (draw < 96) return { kind: 'consent withdrawn', ms: outage(chance) }
  return { kind: 'sign-out' }
}

/** Draws a seed's script: about eight steps on three devices of one user and one of another; now and then a restore. */
export function scriptOf(seed: string): Step[] {
  const steps = ordinaryScriptOf(seed)
  if (seed.startsWith(WITH_APPOINTMENTS)) return mostlyOf(APPOINTMENT_BAG, chanceOf(`${seed}/visits`), steps)
  if (seed.startsWith(WITH_SUPPLIES)) return mostlyOf(SUPPLY_BAG, chanceOf(`${seed}/supplies`), steps)
  if (seed.startsWith(WITH_MOVES)) return withMoves(chanceOf(`${seed}/moves`), steps)
  if (seed.startsWith(WITH_PEOPLE)) return withPeople(chanceOf(`${seed}/shared`), steps)
  return steps
}

/** The prefix of seeds with appointments among the operations; without it, nothing is drawn for them. */
export const WITH_APPOINTMENTS = 'visits '
/** The same with packs, counts and losses. */
export const WITH_SUPPLIES = 'supplies '
/** The same with doses moved to another time, and notices beside reminders. */
export const WITH_MOVES = 'moves '
/**
 * The same with somebody without sign-in: the phone and the tablet are of the account they belong to, the laptop is of a
 * helper. The stranger is the helper too, with data of their own.
 */
export const WITH_PEOPLE = 'people '

const mostlyOf = (bag: readonly Operation[], chance: Chance, steps: Step[]): Step[] =>
  steps.map((step) =>
    step.deed.kind === 'operation' && chance.chance(0.6)
      ? { ...step, deed: { kind: 'operation', operation: chance.pick(bag) } }
      : step,
  )

/** A dose has to be there, be moved, and be logged: that takes more steps than others. */
function withMoves(chance: Chance, steps: Step[]): Step[] {
  const first: Step = {
    number: steps.length,
    after: 0,
    device: 0,
    deed: { kind: 'operation', operation: 'add noticed' },
  }
  const more = Array.from({ length: chance.between(4, 10) }, (_, index) => stepOf(chance, steps.length + 1 + index))
  return [first, ...mostlyOf(MOVE_BAG, chance, [...steps, ...more])]
}

const PEOPLE_BAG = [...OPERATION_BAG, ...APPOINTMENT_BAG, ...SUPPLY_BAG, ...MOVE_BAG]

/**
 * The helper is let out once, wherever that falls. No account is lost: nobody without sign-in can prove an address again
 * (S11.11).
 */
function withPeople(chance: Chance, steps: Step[]): Step[] {
  const kept = steps.filter(({ deed }) => deed.kind !== 'server account lost')
  const more = Array.from({ length: chance.between(4, 10) }, (_, index) => stepOf(chance, steps.length + index))
  const all = mostlyOf(PEOPLE_BAG, chance, [...kept, ...more])
  const end: Step = { number: steps.length + more.length, after: gap(chance), device: 0, deed: { kind: 'grant ended' } }
  return all.toSpliced(chance.between(2, all.length), 0, end)
}

function ordinaryScriptOf(seed: string): Step[] {
  const chance = chanceOf(`${seed}/script`)
  const steps = Array.from({ length: chance.between(5, 11) }, (_, number) => stepOf(chance, number))
  const fate = chanceOf(`${seed}/restore`)
  if (fate.chance(RESTORED)) return withRestore(fate, steps, chanceOf(`${seed}/replaced`))
  const loss = chanceOf(`${seed}/lost`)
  return loss.chance(LOST) ? withLoss(loss, steps) : steps
}

/** Whether the script restores the server. */
export const hasRestore = (steps: readonly Step[]): boolean => steps.some(({ deed }) => TAKING_BACK.includes(deed.kind))

const TAKING_BACK: readonly Deed['kind'][] = [
  'server account lost',
  'server replaced',
  'server restore',
  'server restore without its journal',
]

const stepOf = (chance: Chance, number: number): Step => ({
  number,
  after: gap(chance),
  device: chance.chance(0.08) ? STRANGER : chance.between(0, STRANGER - 1),
  deed: chance.chance(0.72) ? { kind: 'operation' as const, operation: chance.pick(OPERATION_BAG) } : fault(chance),
})

/** The share of the other traces in which the server is restored to before the account was created. */
const LOST = 0.03

function withLoss(chance: Chance, steps: Step[]): Step[] {
  const middle = chance.between(2, steps.length)
  const lost: Deed = { kind: 'server account lost' }
  const step = { number: steps.length, after: gap(chance), device: 0, deed: lost }
  return [...steps.slice(0, middle), step, ...steps.slice(middle)]
}

/** The shares of traces with a restore, of those with a second one, and of restores whose journal was lost too. */
const RESTORED = 0.12
const TWICE = 0.3
const WITHOUT_JOURNAL = 0.3
/** How often a restore is unannounced: the database is replaced behind the server's back (S11.3). */
const REPLACED = 0.25

/** Puts a snapshot in the first part, a restore somewhere after it, and more steps than usual around both. */
function withRestore(chance: Chance, [first, ...others]: Step[], replacing: Chance): Step[] {
  let number = others.length + 1
  const more = (count: number) => Array.from({ length: count }, () => stepOf(chance, number++))
  const server = (deed: Deed): Step => ({ number: number++, after: gap(chance), device: 0, deed })
  const restore = () => {
    const kind = chance.chance(WITHOUT_JOURNAL) ? 'server restore without its journal' : 'server restore'
    return server({ kind: replacing.chance(REPLACED) ? 'server replaced' : kind })
  }
  const snapshot = () => server({ kind: 'server snapshot' })
  const middle = chance.between(0, others.length)
  const steps = [
    ...(first ? [first] : []),
    ...others.slice(0, middle),
    snapshot(),
    ...more(chance.between(1, 6)),
    restore(),
    ...others.slice(middle),
  ]
  if (!chance.chance(TWICE)) return steps
  return [
    ...steps,
    ...(chance.chance(0.5) ? [snapshot(), ...more(chance.between(0, 3))] : []),
    restore(),
    ...more(chance.between(0, 3)),
  ]
}
