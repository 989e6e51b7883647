import { t } from '../language/translate.ts'
import type { Amount } from '../lib/amount.ts'
import type { IdSource } from '../lib/ids.ts'
import type { LocalDate } from '../lib/local-time.ts'
import type { Medication } from '../records/medication.ts'
import type { SupplyEvent } from '../records/supply-event.ts'
import type { SupplySettings } from '../records/supply-settings.ts'
import { doseAmountText } from '../schedule/amounts.ts'
import { DEFAULT_SUPPLY } from '../supply/default-supply.ts'
import { supplyUnitOf } from '../supply/supply-unit.ts'
import type { Command } from './command.ts'
import { blankSupplyEvent } from './first-count.ts'

type OfMedication = { medication: Medication }

/** Everything a user can do about what is there of a medicine. */
export type SupplyAct =
  /** A pack more. It uses up a repeat of the script, and the date on it is the one that counts from now on. */
  | (OfMedication & { verb: 'refill'; amount: Amount; expiresOn: LocalDate | null })
  | (OfMedication & { verb: 'count'; amount: Amount })
  | (OfMedication & { verb: 'discard'; amount: Amount })
  /** Takes an event back, and sets what is said about the supply to what it was before. */
  | (OfMedication & { verb: 'undo'; event: SupplyEvent })

const KINDS = { refill: 'added', count: 'counted', discard: 'discarded' } as const

/** Whether the user may change the medication: a helper may only log (additions, 3). */
interface Allowed {
  mayChange: boolean
}

/**
 * Returns the event of an act and the commands that save it, which are one write. Without leave to change the
 * medication, the event is all.
 */
export function supplyCommands(
  source: IdSource,
  act: SupplyAct,
  { mayChange }: Allowed = { mayChange: true },
): { event: SupplyEvent; commands: Command[] } {
  const event = eventOf(source, act)
  const commands: Command[] = [{ name: 'supply.record', args: event }]
  const supply = mayChange ? settingsAfter(act) : undefined
  if (supply !== undefined) {
    const { id } = act.medication
    commands.push({ name: 'medication.edit', args: { id, changes: { supply }, editedAt: event.at } })
  }
  return { event, commands }
}

function eventOf(source: IdSource, act: SupplyAct): SupplyEvent {
  const base = blankSupplyEvent(source, act.medication.id)
  if (act.verb === 'undo') return { ...base, kind: 'undone', amount: null, undoes: act.event.id }
  const expiresOn = act.verb === 'refill' ? act.expiresOn : null
  return { ...base, kind: KINDS[act.verb], amount: act.amount, expiresOn }
}

/** Returns what is said about the supply after the act; undefined if that stays as it is. */
function settingsAfter(act: SupplyAct): SupplySettings | null | undefined {
  const { supply } = act.medication
  // The medication of an undo is the one from before what it takes back.
  if (act.verb === 'undo') {
    if (act.event.kind !== 'added') return undefined
    // Where nothing was said before, only the date of the pack can have been.
    return supply ?? (act.event.expiresOn === null ? undefined : null)
  }
  if (act.verb !== 'refill') return undefined
  const before = supply ?? DEFAULT_SUPPLY
  const repeatsLeft = before.repeatsLeft === null ? null : Math.max(0, before.repeatsLeft - 1)
  const packExpiresOn = act.expiresOn ?? before.packExpiresOn
  const isSame = repeatsLeft === before.repeatsLeft && packExpiresOn === before.packExpiresOn
  return isSame ? undefined : { ...before, repeatsLeft, packExpiresOn }
}

/** Returns the message about an act that was saved. */
export function supplySaid(
  act: SupplyAct,
  { mayChange }: Allowed = { mayChange: true },
): { title: string; description?: string | undefined } {
  const { name: medicine } = act.medication
  if (act.verb === 'undo') return { title: t('Undone') }
  const amount = doseAmountText(act.amount, supplyUnitOf(act.medication) ?? '').trim()
  if (act.verb === 'count') return { title: t('{medicine}: {amount} left', { medicine, amount }) }
  if (act.verb === 'discard') return { title: t('{medicine}: {amount} discarded', { medicine, amount }) }
  const repeats = mayChange ? settingsAfter(act)?.repeatsLeft : undefined
  const isUsed = repeats !== undefined && repeats !== null
  return {
    title: t('{medicine}: {amount} added', { medicine, amount }),
    description: isUsed ? repeatsText(repeats) : undefined,
  }
}

const repeatsText = (count: number): string =>
  t('{count, plural, one {# repeat left} other {# repeats left}}', { count })
