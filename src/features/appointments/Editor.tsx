import { Info } from 'lucide-react'
import { useState } from 'react'
import type { CommandArgs } from '#domain/commands/command.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import { t } from '#domain/language/translate.ts'
import type { AppointmentId } from '#domain/lib/ids.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { goneAppointment } from '#src/data/rejected-writes.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { useAppointmentCommands } from '#src/session/appointments.ts'
import { formKeyOf } from '#src/session/editor/editor-target.ts'
import { Missing } from '#src/session/editor/Missing.tsx'
import { blamedIn, refusalNotice } from '#src/session/editor/refused-write.tsx'
import { unlessEmpty } from '#src/session/editor/unless-empty.ts'
import { useHeld } from '#src/session/editor/use-held.ts'
import { useRoleRefusal } from '#src/session/editor/use-role-refusal.ts'
import type { Saved } from '#src/session/editor/use-saving.ts'
import { useOutbox } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import type { DraftedVisit } from '#src/session/supply-links.ts'
import { useNow } from '#src/session/use-now.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { AppointmentDialog } from './AppointmentDialog.tsx'
import type { EditorTarget } from './editor-target.ts'
import { appointmentDrafts, changesOf, EMPTY_VALUES, valuesOf, valuesWith } from './form-values.ts'

interface EditorProps {
  target: EditorTarget
  appointments: readonly Appointment[]
  /** What a new appointment is already about. */
  drafted?: DraftedVisit | null
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
    case 'voice':
      return <AddEditor {...props} />
    case 'edit':
      return <EditEditor {...props} named={target.id} />
    case 'fix':
      return <FixEditor {...props} position={target.position} />
  }
}

function AddEditor({ target, drafted, onSaved, onClose }: EditorProps) {
  const commands = useAppointmentCommands()
  return (
    <AppointmentDialog
      deed="added"
      formKey={formKeyOf(target)}
      opening={{ base: EMPTY_VALUES, values: { ...EMPTY_VALUES, ...drafted } }}
      save={commands.add}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}

function EditEditor(props: EditorProps & { named: AppointmentId | null }) {
  const { target, appointments, named, onSaved, onClose } = props
  const { user } = useSession()
  const commands = useAppointmentCommands()
  const appointment = useHeld(appointments.find(({ id, isCompleted }) => id === named && !isCompleted))
  if (!appointment) {
    // Deleted or completed elsewhere while something was typed for it: that becomes a new appointment.
    if (appointmentDrafts.read(sessionStorage, user.id, formKeyOf(target))) return <AddEditor {...props} />
    const completed = appointments.find(({ id }) => id === named)
    if (!completed) return <Missing title={t('That appointment is no longer in your list.')} />
    return (
      <Missing title={t('The appointment with {doctorName} is completed', { doctorName: completed.doctorName })}>
        {t('It can only be deleted.')}
      </Missing>
    )
  }
  const values = valuesOf(appointment)
  return (
    <AppointmentDialog
      deed="updated"
      formKey={formKeyOf(target)}
      opening={{ base: values, values }}
      save={(next, base) => unlessEmpty(changesOf(base, next), (changes) => commands.edit(appointment.id, changes))}
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
  if (command?.name === 'appointment.add') return <FixAdd {...props} entry={entry} old={command.args} />
  if (command?.name !== 'appointment.edit') return <Missing title={t('This was resolved in the meantime.')} />
  const { args } = command
  const appointment = props.appointments.find(({ id }) => id === args.id)
  if (!appointment || appointment.isCompleted)
    return <AddAgain {...props} args={args} completed={appointment} attention={outbox.attention} />
  return <FixEdit {...props} entry={entry} args={args} appointment={appointment} />
}

type RefusedProps = EditorProps & { position: number; entry: StoredEntry | undefined }

function FixAdd(props: RefusedProps & { old: CommandArgs<'appointment.add'> }) {
  const { target, position, entry, old, onSaved, onClose } = props
  const commands = useAppointmentCommands()
  const values = valuesOf(old)
  return (
    <AppointmentDialog
      deed="added"
      notice={refusalNotice(entry)}
      blamed={blamedIn(entry)}
      formKey={formKeyOf(target)}
      opening={{ base: values, values }}
      save={(next) => commands.amendAdd(position, old, next)}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}

function FixEdit(props: RefusedProps & { args: CommandArgs<'appointment.edit'>; appointment: Appointment }) {
  const { target, position, entry, args, appointment, onSaved, onClose } = props
  const commands = useAppointmentCommands()
  const base = valuesOf(appointment)
  return (
    <AppointmentDialog
      deed="updated"
      notice={refusalNotice(entry)}
      blamed={blamedIn(entry)}
      formKey={formKeyOf(target)}
      opening={{ base, values: valuesWith(base, args.changes) }}
      save={(next, before) => commands.amendEdit(position, args.id, changesOf(before, next))}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}

interface AddAgainProps extends EditorProps {
  position: number
  args: CommandArgs<'appointment.edit'>
  /** The appointment, if it is completed rather than gone. */
  completed: Appointment | undefined
  attention: readonly StoredEntry[]
}

/** An edit of an appointment that was deleted or completed elsewhere: a new one, with everything entered here. */
function AddAgain({ target, position, args, completed, attention, onSaved, onClose }: AddAgainProps) {
  const commands = useAppointmentCommands()
  const now = useNow()
  const [known] = useState(() => completed ?? goneAppointment(args.id, attention, now))
  const values = valuesWith(known ? valuesOf(known) : EMPTY_VALUES, args.changes)
  return (
    <AppointmentDialog
      deed="added"
      notice={
        <Notice icon={<Info className="icon" />} title={elsewhereText(values, completed ? 'completed' : 'deleted')}>
          {t('Add it again here with what you changed on this device.')}
        </Notice>
      }
      formKey={formKeyOf(target)}
      opening={{ base: values, values }}
      save={(next) => commands.replace(position, next)}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}

const elsewhereText = ({ doctorName }: { doctorName: string }, deed: 'completed' | 'deleted'): string =>
  doctorName
    ? t(
        '{deed, select, completed {The appointment with {doctorName} was completed on another device} other {The appointment with {doctorName} was deleted on another device}}',
        { deed, doctorName },
      )
    : t(
        '{deed, select, completed {This appointment was completed on another device} other {This appointment was deleted on another device}}',
        { deed },
      )
