import type { DoseAct, DoseDetails } from '#domain/commands/dose-verbs.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { isLimited } from '#domain/doses/given-limits.ts'
import { warningText } from '#domain/doses/limit-text.ts'
import { type CountedDose, countedDoses, limitWarning, ONE, reachOf } from '#domain/doses/limits.ts'
import { t } from '#domain/language/translate.ts'
import type { Amount } from '#domain/lib/amount.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { msOf } from '#domain/lib/instant.ts'
import type { DoseLimits } from '#domain/records/dose-limits.ts'
import type { Medication } from '#domain/records/medication.ts'
import { readTakenSince } from '#src/data/medication-doses.ts'
import { prepareQuestions } from '#src/ui/Questioner.tsx'
import { ask, type Question } from '#src/ui/question-store.ts'
import type { Session } from './session.ts'

/** A dose that is about to be logged. */
interface NewDose {
  medicationId: MedicationId
  /** When it was taken (ms). */
  at: number
  /** Null: the common one. */
  amount: Amount | null
}

/** Asks what the label says against an act; resolves with whether to do it. True if nothing has to be or can be asked. */
export async function askIfLimited(db: Session['db'], act: DoseAct, now: number): Promise<boolean> {
  const question = await limitQuestion(db, act, now)
  return question === null || !(await prepareQuestions()) || ask(question)
}

/**
 * Returns what to ask before an act, because a label says otherwise; null if nothing. It is asked once for all doses
 * of a press, and never refuses (additions, 1.3).
 * @param now milliseconds since the epoch
 */
async function limitQuestion(db: Session['db'], act: DoseAct, now: number): Promise<Question | null> {
  const doses = newDoses(act, now)
  if (doses.length === 0) return null
  const byMedication = Map.groupBy(doses, ({ medicationId }) => medicationId)
  const medications = await db.medications.bulkGet([...byMedication.keys()])
  const limited = medications.filter((medication) => medication !== undefined).filter(hasLimits)
  const lines = await Promise.all(
    limited.map(async (medication) => {
      const added = byMedication.get(medication.id) ?? []
      return warningsOf(medication, await takenAround(db, medication, added), { added, now })
    }),
  )
  const isOne = limited.length === 1 && doses.length === 1
  const said = lines.flatMap((texts, index) => texts.map((text) => (isOne ? text : `${limited[index]?.name}: ${text}`)))
  if (said.length === 0) return null
  const title = isOne ? t('Log {medicine} anyway?', { medicine: limited[0]?.name ?? '' }) : t('Log these doses anyway?')
  return { title, lines: said, confirmLabel: t('Log anyway') }
}

type Limited = Medication & { limits: DoseLimits }

const hasLimits = (medication: Medication): medication is Limited => isLimited(medication.limits)

const takenAround = async (db: Session['db'], { id, limits, amounts }: Limited, added: readonly NewDose[]) =>
  countedDoses(await readTakenSince(db, id, Math.min(...added.map(({ at }) => at)) - reachOf(limits)), amounts)

/** Doses of one press count for each other. */
function warningsOf(
  { limits, amounts }: Limited,
  taken: readonly CountedDose[],
  { added, now }: { added: readonly NewDose[]; now: number },
): string[] {
  const unit = amounts?.unit ?? null
  const doses = [...taken]
  const texts = added.flatMap(({ at, amount }) => {
    const dose = { at, amount: amounts ? (amount ?? amounts.each) : ONE }
    const warning = limitWarning(limits, doses, dose)
    doses.push(dose)
    return warning ? [warningText({ limits, warning, dose, unit, now })] : []
  })
  return [...new Set(texts)]
}

function newDoses(act: DoseAct, now: number): NewDose[] {
  switch (act.verb) {
    case 'take':
      return act.doses.map((view) =>
        ofSlot(view, act.moment === 'as planned' ? view.slot.at : momentOf(act.moment, now), act.moment),
      )
    case 'take extra': {
      const { medication, details } = act
      return [{ medicationId: medication.id, at: momentOf(details, now), amount: details?.amount ?? null }]
    }
    case 'correct':
      // A dose that was taken stays one: only its time, amount or note changes.
      return act.to.kind === 'taken' && act.dose.outcome.kind !== 'taken'
        ? [ofSlot(act.dose, momentOf(act.to.details, now), act.to.details)]
        : []
    default:
      return []
  }
}

const momentOf = (details: DoseDetails | undefined, now: number): number => (details?.at ? msOf(details.at) : now)

const ofSlot = ({ slot }: SlotView, at: number, moment: DoseDetails | 'as planned' | undefined): NewDose => ({
  medicationId: slot.medicationId,
  at,
  amount: (moment !== 'as planned' && moment?.amount) || (slot.plannedAmount?.amount ?? null),
})
