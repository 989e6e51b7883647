import { Info } from 'lucide-react'
import { useState } from 'react'
import type { Command } from '#domain/commands/command.ts'
import { firstCount } from '#domain/commands/first-count.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import { t } from '#domain/language/translate.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { Gtin } from '#domain/records/barcode.ts'
import type { ListedMedication, Medication } from '#domain/records/medication.ts'
import { goneMedication } from '#src/data/rejected-writes.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { useCommands } from '#src/session/commands.ts'
import { formKeyOf } from '#src/session/editor/editor-target.ts'
import { Missing } from '#src/session/editor/Missing.tsx'
import { blamedIn, refusalNotice } from '#src/session/editor/refused-write.tsx'
import { unlessEmpty } from '#src/session/editor/unless-empty.ts'
import { useHeld } from '#src/session/editor/use-held.ts'
import { useRoleRefusal } from '#src/session/editor/use-role-refusal.ts'
import type { Saved } from '#src/session/editor/use-saving.ts'
import { useOutbox } from '#src/session/reads.ts'
import { useResolve } from '#src/session/resolve.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { medicationDrafts } from './draft.ts'
import type { EditorTarget } from './editor-target.ts'
import { changesOf, EMPTY_VALUES, type MedicationValues, valuesOf, valuesOfAgain } from './form-values.ts'
import { MedicationDialog } from './MedicationDialog.tsx'

interface EditorProps {
  target: EditorTarget
  medications: readonly ListedMedication[]
  /** The barcode that was scanned for a new medication. */
  scanned: Gtin | null
  onSaved(saved: Saved): void
  onClose(): void
}

/** The form the address asks for, or a sentence if it may not be filled in or the record it names does not exist. */
export function Editor(props: EditorProps) {
  const { target } = props
  const refusal = useRoleRefusal()
  if (refusal !== null && target.kind !== 'fix') return <Missing title={refusal} />
  switch (target.kind) {
    case 'add':
      return <AddEditor {...props} start={EMPTY_VALUES} isEmpty={props.scanned === null} />
    case 'voice':
      return <AddEditor {...props} start={EMPTY_VALUES} />
    case 'again':
      return <AgainEditor {...props} named={target.id} />
    case 'edit':
      return <EditEditor {...props} named={target.id} />
    case 'fix':
      return <FixEditor {...props} position={target.position} />
  }
}

interface AddEditorProps extends EditorProps {
  start: MedicationValues
  isEmpty?: boolean
}

function AddEditor({ target, start, isEmpty, scanned, onSaved, onClose }: AddEditorProps) {
  const commands = useCommands()
  return (
    <MedicationDialog
      deed="added"
      isEmpty={isEmpty ?? false}
      formKey={formKeyOf(target)}
      opening={{ base: start, values: start }}
      kept={null}
      scanned={scanned}
      save={(next, _base, _context, left) =>
        commands.addMedication(next, (id, source) => (left === null ? [] : [firstCount(source, id, left)]))
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}

function AgainEditor(props: EditorProps & { named: MedicationId | null }) {
  const ended = useHeld(props.medications.find(({ id }) => id === props.named))
  if (!ended) return <Missing title={t('That medication is no longer in your list.')} />
  return <AddEditor {...props} start={valuesOfAgain(ended)} />
}

function EditEditor(props: EditorProps & { named: MedicationId | null }) {
  const { target, medications, named, onSaved, onClose } = props
  const { user } = useSession()
  const commands = useCommands()
  const medication = useHeld(medications.find(({ id, isActive }) => id === named && isActive))
  if (!medication) {
    // Deleted or ended elsewhere while something was typed for it: that becomes a new medication.
    if (medicationDrafts.read(sessionStorage, user.id, formKeyOf(target)))
      return <AddEditor {...props} start={EMPTY_VALUES} />
    const inactive = medications.find(({ id }) => id === named)
    if (!inactive) return <Missing title={t('That medication is no longer in your list.')} />
    return (
      <Missing title={t('{medicine} is inactive', { medicine: inactive.name })}>
        {t('It can’t be edited. History offers to start it again.')}
      </Missing>
    )
  }
  const values = valuesOf(medication)
  return (
    <MedicationDialog
      deed="updated"
      formKey={formKeyOf(target)}
      opening={{ base: values, values }}
      kept={medication}
      edited={medication.id}
      save={(next, base, context) =>
        unlessEmpty(changesOf(base, next, context), (changes) => commands.editMedication(medication.id, changes))
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}

/** A refused write with everything that was typed. */
function FixEditor(props: EditorProps & { position: number }) {
  const outbox = useOutbox()
  const entry = useHeld(outbox?.attention.find(({ position }) => position === props.position))
  if (!outbox) return null
  const command = entry && readCommand(entry.command)
  switch (command?.name) {
    case 'medication.add':
      return <FixAdd {...props} entry={entry} command={command} />
    case 'medication.edit': {
      const medication = props.medications.find(({ id }) => id === command.args.id)
      if (!medication) return <ReplaceGone {...props} id={command.args.id} attention={outbox.attention} />
      return <FixEdit {...props} entry={entry} command={command} medication={medication} />
    }
    case 'dose.record':
    case 'supply.record':
      return <ReplaceGone {...props} id={command.args.medicationId} attention={outbox.attention} />
    default:
      return <Missing title={t('This was resolved in the meantime.')} />
  }
}

type Refused<Name extends Command['name']> = EditorProps & {
  position: number
  entry: StoredEntry | undefined
  command: Extract<Command, { name: Name }>
}

function FixAdd({ target, position, entry, command, onSaved, onClose }: Refused<'medication.add'>) {
  const resolve = useResolve()
  const values = valuesOf(command.args)
  return (
    <MedicationDialog
      deed="added"
      notice={refusalNotice(entry)}
      blamed={blamedIn(entry)}
      formKey={formKeyOf(target)}
      opening={{ base: values, values }}
      kept={command.args}
      save={(next) => resolve.amendAdd(position, command.args, next)}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}

function FixEdit(props: Refused<'medication.edit'> & { medication: Medication }) {
  const { target, position, entry, command, medication, onSaved, onClose } = props
  const resolve = useResolve()
  const { plan, ...texts } = command.args.changes
  const typed = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
  return (
    <MedicationDialog
      deed="updated"
      notice={refusalNotice(entry)}
      blamed={blamedIn(entry)}
      formKey={formKeyOf(target)}
      opening={{ base: valuesOf(medication), values: valuesOf({ ...medication, ...typed, ...plan }) }}
      kept={medication}
      edited={medication.id}
      save={(next, base, context) => resolve.amendEdit(position, command.args.id, changesOf(base, next, context))}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}

interface ReplaceGoneProps extends EditorProps {
  position: number
  id: MedicationId
  attention: readonly StoredEntry[]
}

/**
 * For a dose or an edit of a medication that was deleted elsewhere: adds the medication again, as a new one, with
 * everything entered for it here.
 */
function ReplaceGone({ target, position, id, attention, onSaved, onClose }: ReplaceGoneProps) {
  const resolve = useResolve()
  const now = useNow()
  const [gone] = useState(() => goneMedication(id, attention, now))
  const values = valuesOf(gone)
  return (
    <MedicationDialog
      deed="added"
      notice={
        <Notice
          icon={<Info className="icon" />}
          title={
            gone.name
              ? t('{medicine} was deleted on another device', { medicine: gone.name })
              : t('This medication was deleted on another device')
          }
        >
          {t('Add it again here, and what you entered for it on this device goes with it.')}
        </Notice>
      }
      formKey={formKeyOf(target)}
      opening={{ base: values, values }}
      kept={gone}
      save={(next) => resolve.replace(position, next)}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
