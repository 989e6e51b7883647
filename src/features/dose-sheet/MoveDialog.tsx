import { Info } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { nearDose, nearText } from '#domain/doses/near-doses.ts'
import { t } from '#domain/language/translate.ts'
import { addDays, formatTime12 } from '#domain/lib/local-time.ts'
import { instantAt } from '#domain/lib/zone.ts'
import { readDoseViews } from '#src/data/reads.ts'
import { useSession } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { Button } from '#src/ui/Button.tsx'
import { Choices } from '#src/ui/Choices.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { type MoveTime, moveChoices, typedMove } from './move-times.ts'

interface MoveDialogProps {
  view: SlotView
  busy: boolean
  /** Milliseconds since the epoch; it goes on while the dialog is open. */
  now: number
  onMove: (to: MoveTime) => void
  onCancel: () => void
}

/** Asks to what time of its day a dose is moved. What comes near to it then is said before. */
export function MoveDialog({ view, busy, now, onMove, onCancel }: MoveDialogProps) {
  const { zone } = useSession()
  const choices = moveChoices(view, now, zone)
  const [chosen, setChosen] = useState<string>(choices[0]?.value ?? 'time')
  const [typed, setTyped] = useState('')
  const [isAsked, setAsked] = useState(false)
  const read = typedMove(view, typed, now, zone)
  const quick = choices.find(({ value }) => value === chosen)
  const to = quick ?? (read.ok ? read.value : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (to && !busy) onMove(to)
  }
  return (
    <Dialog
      title={t('Move {medicine}', { medicine: view.name })}
      description={t('For this dose only. Its reminder moves with it.')}
      onClose={onCancel}
      onSubmit={submit}
      footer={
        <>
          <Button variant="plain" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" type="submit" busy={busy ? t('Moving') : undefined}>
            {to ? t('Move to {time}', { time: formatTime12(to.time) }) : t('Move')}
          </Button>
        </>
      }
    >
      <Choices
        legend={t('When will you take it?')}
        options={[...choices, { value: 'time', label: t('At another time') }]}
        value={quick ? quick.value : 'time'}
        onChange={setChosen}
      />
      {quick ? null : (
        <Field
          label={t('Time, later today')}
          type="time"
          value={typed}
          error={isAsked && !read.ok ? read.error : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <Near view={view} to={to} now={now} />
    </Dialog>
  )
}

/** Says so if the next dose of the medicine, or the one before, is then nearer than half their gap. */
function Near({ view, to, now }: { view: SlotView; to: MoveTime | null; now: number }) {
  const { db, zone } = useSession()
  const { id, medicationId, date } = view.slot
  const around = useLiveQuery(
    () => readDoseViews(db, { from: addDays(date, -1), to: addDays(date, 2), zone }, now),
    // When a dose is does not change with the clock.
    [db, date, zone],
  )
  const others = (around?.slots ?? [])
    .map(({ slot }) => slot)
    .filter((slot) => slot.medicationId === medicationId && slot.id !== id)
  // The gap is that of the plan, wherever the dose was moved before.
  const plannedAt = instantAt(date, view.slot.time, zone)
  const near = to && nearDose(plannedAt, to.at, others)
  return (
    <div role="status">
      {near && to ? (
        <Notice tone="due" icon={<Info className="icon" />} title={t('Close to another dose')}>
          {nearText(near, plannedAt, date, zone)}
        </Notice>
      ) : null}
    </div>
  )
}
