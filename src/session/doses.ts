import { useMemo, useState } from 'react'
import type { DoseCommand } from '#domain/commands/command.ts'
import { saidOf } from '#domain/commands/dose-said.ts'
import { type DoseAct, type DoseAuthor, doseCommands } from '#domain/commands/dose-verbs.ts'
import { settles } from '#domain/doses/slot-outcome.ts'
import { t } from '#domain/language/translate.ts'
import { readSlotOutcome } from '#src/data/reads.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type ToastInput, toast } from '#src/ui/toast-store.ts'
import { showAhead } from './doses-ahead.ts'
import { useWhose } from './people.tsx'
import { type RecordDoses, useRecordDoses } from './record-doses.ts'
import { type Session, useSession } from './session.ts'

/**
 * Logs what a press says about doses, once, and shows one toast with Undo, which screen readers announce too. Returns
 * false, with the reason on screen, if it could not be saved, and if the user said no when asked about the limits of a
 * label; true also if there was nothing left to do.
 */
export type LogDose = (act: DoseAct) => Promise<boolean>

type Tell = (said: ToastInput) => unknown

/** @param tell says what became of a press; in a toast, if it is not given. It stays the same from render to render. */
export function useLogDose(tell: Tell = toast): LogDose {
  const { db, zone, device } = useSession()
  const record = useRecordDoses()
  const whose = useWhose()
  const forWhom = whose && !whose.isSelf ? whose.name : null
  // Outlives the session, which is a new object whenever a sync ends differently from the last one.
  const [busy] = useState<Busy>(() => new Map())
  return useMemo(() => {
    const author = { device, source: deviceClock }
    return logDoseOf({ db, zone, author, forWhom, record, busy, tell })
  }, [db, zone, device, forWhom, record, busy, tell])
}

/** Presses that are being written, by the slots of their doses, or by event for doses without one. */
type Busy = Map<string, { verb: DoseAct['verb']; ended: Promise<void> }>

interface LogDosePorts extends Pick<Session, 'db' | 'zone'> {
  author: DoseAuthor
  /** The name of somebody else whose doses they are. */
  forWhom: string | null
  record: RecordDoses
  busy: Busy
  tell?: Tell
}

export function logDoseOf({ db, zone, author, forWhom, record, busy, tell = toast }: LogDosePorts): LogDose {
  const save = async (act: DoseAct, commands: DoseCommand[]): Promise<boolean> => {
    const saved = await record(() => commands)
    if (!saved.ok) {
      tell({ title: t('Error'), description: saved.error.error, tone: 'destructive' })
      return false
    }
    const { events } = saved.value
    const undo = { label: t('Undo'), run: () => void log({ verb: 'undo', events }) }
    const { title, description = forWhom === null ? undefined : t('For {name}', { name: forWhom }) } = saidOf(
      act,
      Date.now(),
      zone,
    )
    tell({ title, description, action: act.verb === 'undo' ? undefined : undo })
    return true
  }
  // What another tab or device logged may not be on screen yet, so what it still offers is checked against the log, and
  // each dose takes one press at a time: the same press once more is dropped, another one (Taken right after Undo) waits
  // for its turn. A press on another dose meanwhile is independent.
  const log: LogDose = async (pressed) => {
    const { verb } = pressed
    for (const key of keysOf(pressed)) {
      const press = busy.get(key)
      if (press && press.verb !== verb) return press.ended.then(() => log(pressed))
    }
    const free = withoutBusy(pressed, busy)
    if (isOfNothing(free)) return true
    const keys = keysOf(free)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    for (const key of keys) busy.set(key, { verb, ended })
    const commands = doseCommands(author, free)
    const shown = showsAtOnce(free)
      ? showAhead(
          db.name,
          commands.map(({ args }) => args),
        )
      : null
    let isSaved = false
    try {
      const [act, may] = await Promise.all([withoutSettled(db, free), mayLog(db, free)])
      if (isOfNothing(act)) return true
      isSaved = may && (await save(act, commandsOf(act, commands)))
      return isSaved
    } finally {
      if (isSaved) shown?.saved()
      else shown?.withdraw()
      for (const key of keys) busy.delete(key)
      end()
    }
  }
  return log
}

/** Whether a press shows before it is saved: not where a label may have something against it, and not a form's. */
function showsAtOnce(act: DoseAct): boolean {
  if (act.verb === 'take') return !act.doses.some(({ isLimited }) => isLimited)
  return 'doses' in act || act.verb === 'undo'
}

/** Returns the commands of the doses that are still in the act. */
function commandsOf(act: DoseAct, commands: DoseCommand[]): DoseCommand[] {
  if (!('doses' in act)) return commands
  const ids = new Set<string | null>(act.doses.map(({ slot }) => slot.id))
  return commands.filter(({ args }) => ids.has(args.slotId))
}

function withoutBusy(act: DoseAct, busy: ReadonlyMap<string, unknown>): DoseAct {
  if ('doses' in act) return { ...act, doses: act.doses.filter(({ slot }) => !busy.has(slot.id)) }
  if (act.verb !== 'undo') return act
  return { ...act, events: act.events.filter(({ slotId, id }) => !busy.has(slotId ?? id)) }
}

function keysOf(act: DoseAct): string[] {
  if ('doses' in act) return act.doses.map(({ slot }) => slot.id)
  return act.verb === 'undo' ? act.events.map(({ slotId, id }) => slotId ?? id) : []
}

async function withoutSettled(db: Session['db'], act: DoseAct): Promise<DoseAct> {
  if (!('doses' in act)) return act
  const outcomes = await Promise.all(act.doses.map(({ slot }) => readSlotOutcome(db, slot)))
  return {
    ...act,
    doses: act.doses.filter((_, index) => {
      const outcome = outcomes[index]
      return !outcome || !settles(outcome)
    }),
  }
}

/**
 * Asks, if a label says something against it; resolves with whether to log it. Most medicines have no limits, so what
 * looks at them is loaded when one has. If it cannot be, the dose is logged all the same: a limit never refuses.
 */
async function mayLog(db: Session['db'], act: DoseAct): Promise<boolean> {
  if (act.verb === 'undo' || act.verb === 'skip' || act.verb === 'snooze' || act.verb === 'move') return true
  const ids = act.verb === 'take' ? act.doses.map(({ slot }) => slot.medicationId) : [medicationIn(act)]
  const medications = await db.medications.bulkGet(ids)
  if (!medications.some((medication) => medication?.limits)) return true
  const code = await import('./limit-question.ts').catch(() => null)
  return code === null || code.askIfLimited(db, act, Date.now())
}

const medicationIn = (act: Extract<DoseAct, { verb: 'correct' | 'take extra' }>) =>
  act.verb === 'correct' ? act.dose.slot.medicationId : act.medication.id

const isOfNothing = (act: DoseAct): boolean =>
  ('doses' in act && act.doses.length === 0) || (act.verb === 'undo' && act.events.length === 0)
