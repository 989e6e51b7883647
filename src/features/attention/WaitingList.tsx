import { Check, Clock3, Minus, Package, Pencil, Plus, Trash2, Undo2 } from 'lucide-react'
import type { Command } from '#domain/commands/command.ts'
import { t } from '#domain/language/translate.ts'
import { Fold } from '#src/ui/Fold.tsx'
import { commandText, momentText, type WordContext } from './command-text.ts'
import type { WaitingEntry } from './dependents.ts'

/** What is saved here and not sent yet, each entry as text with its time; folded, because it needs no action. */
export function WaitingList({ waiting, context }: { waiting: readonly WaitingEntry[]; context: WordContext }) {
  if (waiting.length === 0) return null
  return (
    <Fold
      title={t('{count, plural, one {1 change} other {{count} changes}} saved here, waiting to sync', {
        count: waiting.length,
      })}
    >
      <ul className="list">
        {waiting.map(({ entry, command, waitsFor }) => (
          <li key={entry.position} className="list__row">
            <CommandIcon command={command} />
            <span className="list__main">
              <span className="list__title">
                {command ? commandText(command, context) : t('A change of another version of Dosewell')}
              </span>
              <span className="list__sub">
                {waitsFor
                  ? t('{time}, waits with the refused medication above', { time: momentText(entry.madeAt, context) })
                  : momentText(entry.madeAt, context)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  )
}

function CommandIcon({ command }: { command: Command | null }) {
  const Icon = iconOf(command)
  return <Icon className="icon" />
}

const DOSE_ICONS = { taken: Check, skipped: Minus, snoozed: Clock3, undone: Undo2 }

function iconOf(command: Command | null) {
  switch (command?.name) {
    case 'medication.add':
      return Plus
    case 'medication.delete':
      return Trash2
    case 'dose.record':
      return DOSE_ICONS[command.args.kind]
    case 'supply.record':
      return Package
    default:
      return Pencil
  }
}
