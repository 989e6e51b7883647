import { useMemo, useState } from 'react'

import { saidOf } from '#domain/commands/dose-said.ts'
import { type DoseAct, doseCommands } from '#domain/commands/dose-verbs.ts'

import { t } from '#domain/language/translate.ts'

import { readSlotOutcome } from '#src/data/reads.ts'
import { type ToastInput, toast } from '#src/ui/toast-store.ts'
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
  const { db, zone } = useSession()
  const record = useRecordDoses()
  const whose = useWhose()
  const forWhom = whose && !whose.isSelf ? whose.name : null
  // Outlives the session, which is a new object whenever a sync ends differently from the last one.
  const [busy] = useState(() => new Set<string>())
  return useMemo(() => logDoseOf({ db, zone, forWhom, record, busy, tell }), [db, zone, forWhom, record, busy, tell])
}

interface LogDosePorts extends Pick<Session, 'db' | 'zone'> {
  /** The name of somebody else whose doses they are. */
  forWhom: string | null
  record: RecordDoses
  /** Doses with a press being written: by slot, or by event for doses without one. */
  busy: Set<string>
  tell?: Tell
}

export function logDoseOf({ db, zone, forWhom, record, busy, tell = toast }: LogDosePorts): LogDose {
  const save = async (act: DoseAct): Promise<boolean> => {
    const saved = await record((author) => doseCommands(author, act))
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
  // The screen lags the write by a few milliseconds, so what it still offers is checked against the log, and each dose
  // takes one press at a time. A press on another dose meanwhile is independent.
  const log: LogDose = async (pressed) => {
    const free = withoutBusy(pressed, busy)
    const keys = keysOf(free)
    for (const key of keys) busy.add(key)
    try {
      const act = await withoutSettled(db, free)
      if (isOfNothing(act)) return true
      return (await mayLog(db, act)) && (await save(act))
    } finally {
      for (const key of keys) busy.delete(key)
    }
  }
  return log
}

function withoutBusy(act: DoseAct, busy: ReadonlySet<string>): DoseAct {
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
  const isSettled = (index: number) => ['taken', 'skipped'].includes(outcomes[index]?.kind ?? '')
  return { ...act, doses: act.doses.filter((_, index) => !isSettled(index)) }
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
