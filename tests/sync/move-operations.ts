import type { Command } from '#domain/commands/command.ts'
import { doseCommands, undoEvent } from '#domain/commands/dose-verbs.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { isMove, standingEvents } from '#domain/doses/slot-outcome.ts'
import type { Amount } from '#domain/lib/amount.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { addDays, localTimeOf, minutesOfDay } from '#domain/lib/local-time.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'
import { samplePlan, times } from '#domain/testing/samples.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { readDoseViews } from '#src/data/reads.ts'
import type { Act, Done } from './act.ts'
import type { Device } from './device.ts'
import type { Chance } from './prng.ts'

/**
 * Everything a user does to ask for a dose at another time, and to be told of it beside its reminder; drawn only where
 * the seed asks for it (script.ts).
 */
export const MOVE_OPERATIONS = [
  'add noticed',
  'edit notices',
  'edit limits',
  'move later',
  'move earlier',
  'move again',
  'undo move',
  'take moved',
  'skip moved',
  'snooze moved',
  'undo logged moved',
  'move logged',
] as const
export type MoveOperation = (typeof MOVE_OPERATIONS)[number]

export const isOfMoves = (operation: string): operation is MoveOperation =>
  (MOVE_OPERATIONS as readonly string[]).includes(operation)

const OF_A_MOVED_DOSE: readonly MoveOperation[] = [
  'move again',
  'undo move',
  'take moved',
  'skip moved',
  'snooze moved',
  'undo logged moved',
]

/** A device that has moved nothing yet does that first. */
export async function chooseMove(planned: MoveOperation, db: DosewellDatabase): Promise<MoveOperation> {
  const log = await db.doseEvents.toArray()
  const isAnyLogged = log.some(({ kind, slotId }) => kind === 'taken' && slotId !== null)
  if (planned === 'move logged' && !isAnyLogged) return 'take moved'
  if (!OF_A_MOVED_DOSE.includes(planned)) return planned
  return log.some(isMove) ? planned : 'move later'
}

interface Ports {
  save(device: Device, commands: Command[]): Promise<Done>
  addition(device: Device, chance: Chance): Extract<Command, { name: 'medication.add' }>
}

const notices = (chance: Chance) =>
  chance.pick([
    null,
    { headsUp: chance.between(5, 120), followUps: [] },
    { headsUp: null, followUps: [chance.between(15, 120)] },
    { headsUp: 30, followUps: [30, 60, chance.between(61, 240)] },
  ])

const limits = (chance: Chance) =>
  chance.pick([
    null,
    { minHours: chance.between(1, 672) / 4, maxIn24h: null },
    { minHours: 4, maxIn24h: chance.pick(['8', '1/2'] as Amount[]) },
  ])

/** How often a user means the dose that everybody thinks of: the first one of tomorrow. */
const SAME = 0.6

export function moveActs({ save, addition }: Ports): Record<MoveOperation, Act> {
  const withView =
    (fits: (view: SlotView) => boolean, make: (view: SlotView, device: Device, chance: Chance) => Command[]): Act =>
    async (device, chance) => {
      const { db, source, zone } = device.context()
      const today = localAt(source.now(), zone).date
      const tomorrow = addDays(today, 1)
      const { slots } = await readDoseViews(db, { from: today, to: tomorrow, zone }, source.now())
      const found = slots.filter(fits)
      const [first = null] = found.filter(({ slot }) => slot.date === tomorrow)
      if (found.length === 0) return 'nothing'
      const commands = make(first && chance.chance(SAME) ? first : chance.pick(found), device, chance)
      return commands.length === 0 ? 'nothing' : save(device, commands)
    }
  const moving =
    (by: (chance: Chance) => number) =>
    (view: SlotView, device: Device, chance: Chance): Command[] => {
      const { zone } = device.context()
      const to = localTimeOf(Math.max(0, Math.min(1439, minutesOfDay(shownTime(view.slot)) + by(chance))))
      const until = toInstant(instantAt(view.slot.date, to, zone))
      return doseCommands(device.author(), { verb: 'move', doses: [view], to, until })
    }
  const later = moving((chance) => chance.between(1, 480))
  const earlier = moving((chance) => -chance.between(1, 480))
  const editing =
    (changes: (chance: Chance) => Extract<Command, { name: 'medication.edit' }>['args']['changes']): Act =>
    async (device, chance) => {
      const all = await device.context().db.medications.orderBy('id').toArray()
      if (all.length === 0) return 'nothing'
      const { id } = chance.pick(all)
      const editedAt = toInstant(device.clock.now())
      return save(device, [{ name: 'medication.edit', args: { id, changes: changes(chance), editedAt } }])
    }
  return {
    async 'add noticed'(device, chance) {
      const { name, args } = addition(device, chance)
      const plan = samplePlan({ reminderTimes: chance.pick([times('08:00'), times('08:00', '20:00')]) })
      return save(device, [{ name, args: { ...args, ...plan, notices: notices(chance), limits: limits(chance) } }])
    },
    'edit notices': editing((chance) => ({ notices: notices(chance) })),
    'edit limits': editing((chance) => ({ limits: limits(chance) })),
    'move later': withView(isUnlogged, later),
    'move earlier': withView(isUnlogged, earlier),
    'move again': withView(isMoved, (view, device, chance) =>
      chance.chance(0.2) ? backToThePlan(view, device) : (chance.chance(0.5) ? later : earlier)(view, device, chance),
    ),
    'undo move': withView(isMoved, ({ events }, device) =>
      standingEvents(events)
        .filter(isMove)
        .map((event) => undoEvent(device.author(), event)),
    ),
    'take moved': withView(isMoved, (view, device) => doseCommands(device.author(), { verb: 'take', doses: [view] })),
    'skip moved': withView(isMoved, (view, device) => doseCommands(device.author(), { verb: 'skip', doses: [view] })),
    'snooze moved': withView(isMoved, (view, device, chance) =>
      doseCommands(device.author(), { verb: 'snooze', doses: [view], minutes: chance.pick([5, 10, 30, 60]) }),
    ),
    'undo logged moved': withView(isLoggedAndMoved, ({ events }, device) =>
      standingEvents(events)
        .filter(({ kind }) => kind !== 'snoozed')
        .map((event) => undoEvent(device.author(), event)),
    ),
    /** A device that does not know yet that the dose was logged elsewhere; or, here, one that does. */
    'move logged': withView((view) => !isUnlogged(view), later),
  }
}

const isUnlogged = ({ outcome }: SlotView): boolean => outcome.kind === 'open' || outcome.kind === 'snoozed'
const hasMove = ({ outcome }: SlotView): boolean => outcome.move !== undefined
const isMoved = (view: SlotView): boolean => hasMove(view) && isUnlogged(view)
const isLoggedAndMoved = (view: SlotView): boolean => hasMove(view) && !isUnlogged(view)

/** Asks for the dose at its planned time again, which is a move too. */
function backToThePlan(view: SlotView, device: Device): Command[] {
  const { date, time } = view.slot
  const until = toInstant(instantAt(date, time, device.context().zone))
  return doseCommands(device.author(), { verb: 'move', doses: [view], to: time, until })
}
