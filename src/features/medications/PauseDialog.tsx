import { Pause as PauseIcon, Play } from 'lucide-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { formatDate, isRecordDate, type LocalDate, RECORD_DATES } from '#domain/lib/local-time.ts'
import { recordDatesText } from '#domain/lib/record-dates.ts'
import type { Medication } from '#domain/records/medication.ts'
import { type Pause, pauseAt, resumed, withPause } from '#domain/schedule/pauses.ts'
import { planOf } from '#domain/schedule/plan.ts'
import { useCommands } from '#src/session/commands.ts'
import { useFirstAttempt } from '#src/session/first-attempt.ts'
import { useMay } from '#src/session/may.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { type ToastInput, toast } from '#src/ui/toast-store.ts'

interface PauseProps {
  medication: Medication
  today: LocalDate
}

/** Asks from when until when a medication is paused; nothing is planned in between (additions, 1.3). */
export function PauseDialog({ medication, today, onClose }: PauseProps & { onClose: () => void }) {
  const setPauses = useSetPauses(medication)
  const [from, setFrom] = useState<string>(today)
  const [until, setUntil] = useState('')
  const [error, setError] = useState<PauseError>({})
  const pause = () => {
    const read = readPause(from, until, today)
    if ('pause' in read) {
      onClose()
      void setPauses(withPause(medication.pauses, read.pause, today), pausedToast(medication, read.pause, today))
    } else setError(read)
  }
  return (
    <ConfirmDialog
      title={t('Pause {medicine}?', { medicine: medication.name })}
      confirmLabel={t('Pause')}
      confirmIcon={<PauseIcon className="icon" />}
      variant="primary"
      onConfirm={pause}
      onCancel={onClose}
    >
      <p>{t('No doses are planned while it is paused, and nothing reminds you. Its history stays.')}</p>
      <div className="fields-2">
        <Field
          label={t('First day without doses')}
          type="date"
          min={today}
          max={RECORD_DATES.last}
          value={from}
          error={error.from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          label={t('Last day without doses')}
          type="date"
          min={from}
          max={RECORD_DATES.last}
          value={until}
          error={error.until}
          help={t('Leave it empty to pause until you resume it.')}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}

interface PauseError {
  from?: string
  until?: string
}

function readPause(from: string, until: string, today: LocalDate): { pause: Pause } | PauseError {
  if (!isRecordDate(from)) return { from: recordDatesText() }
  if (from < today) return { from: t('Choose today or a later day') }
  if (until === '') return { pause: { from, to: null } }
  if (!isRecordDate(until)) return { until: recordDatesText() }
  return until < from ? { until: t('A pause cannot end before it begins') } : { pause: { from, to: until } }
}

/** On the card of a paused medication: until when, and the way back. */
export function Paused({ medication, today }: PauseProps) {
  const setPauses = useSetPauses(medication)
  const mayChange = useMay('change')
  const { name, pauses } = medication
  const to = pauseAt(pauses, today)?.to ?? null
  const resume = () =>
    setPauses(resumed(pauses, today), {
      title: t('{medicine} goes on', { medicine: name }),
      description: t('It reminds you again.'),
    })
  return (
    <div className="row row--between">
      <Badge icon={<PauseIcon className="icon" />}>
        {to === null ? t('Paused') : t('Paused until {date}', { date: formatDate(to) })}
      </Badge>
      {mayChange ? (
        <Button variant="soft" onClick={() => void resume()}>
          <Play className="icon" />
          <RichText
            text={t('Resume<name> {medicine}</name>', { medicine: name })}
            tags={{ name: (part) => <span className="sr">{part}</span> }}
          />
        </Button>
      ) : null}
    </div>
  )
}

function pausedToast({ name }: Medication, { from, to }: Pause, today: LocalDate): ToastInput {
  return { title: t('{medicine} paused', { medicine: name }), description: spanText(from, to, today) }
}

function spanText(from: LocalDate, to: LocalDate | null, today: LocalDate): string {
  if (to === null)
    return from === today
      ? t('from now until you resume it')
      : t('from {date} until you resume it', { date: formatDate(from) })
  const last = formatDate(to)
  return from === today
    ? t('from now until {last}', { last })
    : t('from {first} until {last}', { first: formatDate(from), last })
}

/** Returns how the pauses of a medication are saved; a failure is said. */
function useSetPauses(medication: Medication): (pauses: Pause[], success: ToastInput) => Promise<void> {
  const commands = useCommands()
  const watch = useFirstAttempt()
  return async (pauses, success) => {
    const { pauses: _before, ...plan } = planOf(medication)
    const saved = await commands.editMedication(medication.id, {
      plan: { ...plan, ...(pauses.length > 0 && { pauses }) },
    })
    if (!saved.ok) {
      toast({ title: t('Error'), description: saved.error.error, tone: 'destructive' })
      return
    }
    toast(success)
    watch(saved.value.keys, { title: () => t('Error') })
  }
}
