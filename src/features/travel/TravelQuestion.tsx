import { useEffect, useState } from 'react'
import { clockText, momentText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { zonePlace } from '#domain/lib/zone-names.ts'
import { clocksDiffer, nextSlots } from '#domain/schedule/travel.ts'
import { readDoseLog } from '#src/data/dose-log-read.ts'
import { browserZone } from '#src/platform/clock.ts'
import { useCommands } from '#src/session/commands.ts'
import { useFirstAttempt } from '#src/session/first-attempt.ts'
import { useSession } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { forgetAnswer, isAnswered, noteAnswer } from './zone-question.ts'

/**
 * On a device in another zone than the plan's, asks once which zone reminders should follow (docs/reminders.md, R1.6).
 */
export function TravelQuestion() {
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
  return isAsked ? <Question here={here} onAnswered={() => setAsked(false)} /> : null
}

interface QuestionProps {
  here: string
  onAnswered: () => void
}

function Question({ here, onAnswered }: QuestionProps) {
  const { db, user, zone } = useSession()
  const plans = useLiveQuery(() => readDoseLog(db), [db])
  const commands = useCommands()
  const onFirstAttempt = useFirstAttempt()
  const [now] = useState(() => Date.now())
  const [problem, setProblem] = useState<string | null>(null)
  // Without an upcoming dose there is nothing to decide.
  if (!plans || nextSlots(plans, now, zone, 1).length === 0) return null

  const follow = async () => {
    const saved = await commands.editProfile({ timeZone: here })
    if (!saved.ok) return setProblem(saved.error.error)
    onFirstAttempt(saved.value.keys, { title: () => t('Your time zone was not changed') })
    onAnswered()
  }
  const keep = () => {
    noteAnswer(user.id, zone, here).then(onAnswered, reportError)
  }
  const today = localAt(now, here).date
  const moments = (planZone: string) => nextSlots(plans, now, planZone).map(({ at }) => momentText(at, today, here))
  return (
    <ConfirmDialog
      title={t('You seem to be in {place}', { place: zonePlace(here) })}
      variant="primary"
      cancelLabel={t('Keep {place} time', { place: zonePlace(zone) })}
      confirmLabel={t('Follow {place} time', { place: zonePlace(here) })}
      onCancel={keep}
      onConfirm={() => void follow().catch(reportError)}
    >
      <p>
        {t('Your reminders follow {place} time, where it is {time}. On this device’s clock your next doses come at:', {
          place: zonePlace(zone),
          time: clockText(now, zone),
        })}
      </p>
      <dl>
        <dt className="strong">{t('On {place} time', { place: zonePlace(zone) })}</dt>
        <dd>{moments(zone).join('; ')}</dd>
        <dt className="strong">{t('On {place} time', { place: zonePlace(here) })}</dt>
        <dd>{moments(here).join('; ')}</dd>
      </dl>
      {problem ? <p role="alert">{problem}</p> : null}
    </ConfirmDialog>
  )
}
