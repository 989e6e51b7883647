import { useEffect, useState } from 'react'
import { clockWords, momentWords } from '#domain/doses/dose-words.ts'
import { localAt } from '#domain/lib/zone.ts'
import { clocksDiffer, nextSlots } from '#domain/schedule/travel.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { browserZone } from '#src/platform/clock.ts'
import { useMedications } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { forgetAnswer, isAnswered, noteAnswer, placeOf } from './zone-question.ts'

interface TravelQuestionProps {
  /** The account has another plan zone now. */
  onChanged: () => Promise<void>
}

/** A device in another zone than the plan's asks once whose time the reminders should follow (docs/reminders.md, R1.6). */
export function TravelQuestion({ onChanged }: TravelQuestionProps) {
  const { user, zone } = useSession()
  const [isAsked, setAsked] = useState(false)
  const here = browserZone()
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const differs = clocksDiffer(zone, here, Date.now())
      if (!differs) await forgetAnswer(user.id)
      const asks = differs && !(await isAnswered(user.id, zone, here))
      if (!isGone) setAsked(asks)
    }
    look().catch(reportError)
    return () => {
      isGone = true
    }
  }, [user.id, zone, here])
  return isAsked ? <Question here={here} onChanged={onChanged} onAnswered={() => setAsked(false)} /> : null
}

interface QuestionProps extends TravelQuestionProps {
  here: string
  onAnswered: () => void
}

function Question({ here, onChanged, onAnswered }: QuestionProps) {
  const { user, zone } = useSession()
  const medications = useMedications()
  const [now] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // Without a dose ahead there is nothing to decide.
  if (!medications || nextSlots(medications, now, zone, 1).length === 0) return null

  const follow = async () => {
    setBusy(true)
    const answer = await apiCall({ method: 'PATCH', path: '/api/user/profile', body: { timeZone: here } })
    if (answer.kind === 'ok') await onChanged()
    setBusy(false)
    if (answer.kind === 'ok') return onAnswered()
    setProblem(
      answer.kind === 'no-answer'
        ? 'This needs a connection. Until then your reminders stay as they are.'
        : answer.message,
    )
  }
  const keep = () => {
    noteAnswer(user.id, zone, here).then(onAnswered, reportError)
  }
  const today = localAt(now, here).date
  const moments = (planZone: string) =>
    nextSlots(medications, now, planZone).map(({ at }) => momentWords(at, today, here))
  return (
    <ConfirmDialog
      title={`You seem to be in ${placeOf(here)}`}
      variant="primary"
      cancelLabel={`Keep ${placeOf(zone)} time`}
      confirmLabel={`Follow ${placeOf(here)} time`}
      busy={busy ? 'Changing…' : undefined}
      onCancel={keep}
      onConfirm={() => void follow()}
    >
      <p>
        Your reminders follow {placeOf(zone)} time, where it is {clockWords(now, zone)}. On this device’s
        clock your next doses come at:
      </p>
      <dl>
        <dt className="strong">On {placeOf(zone)} time</dt>
        <dd>{moments(zone).join('; ')}</dd>
        <dt className="strong">On {placeOf(here)} time</dt>
        <dd>{moments(here).join('; ')}</dd>
      </dl>
      {problem ? <p role="alert">{problem}</p> : null}
    </ConfirmDialog>
  )
}
