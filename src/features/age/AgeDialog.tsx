import { Cake } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ageOn } from '#domain/access/age.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate, isRecordDate, type LocalDate, RECORD_DATES } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { browserZone } from '#src/platform/clock.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { keepAgeAnswer } from './age-answer.ts'
import { GateDialog } from './GateDialog.tsx'
import { askForName } from './name-question.ts'
import { verifyAge } from './verify-age.ts'

/** Asks for the date of birth, then has date and age confirmed before anything is sent (readings, Age). */
export function AgeDialog() {
  const { user, refreshUser } = useSession()
  const [typed, setTyped] = useState('')
  const [confirming, setConfirming] = useState<LocalDate | null>(null)
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)
  const today = localAt(Date.now(), browserZone()).date

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOf(typed, today)
    setError(problem?.field)
    if (problem) toast({ title: problem.title, description: problem.description, tone: 'destructive' })
    else setConfirming(typed as LocalDate)
  }

  const send = async (dateOfBirth: LocalDate) => {
    setSending(true)
    const verified = await verifyAge(dateOfBirth)
    setSending(false)
    setConfirming(null)
    if (!verified.ok) {
      setError(verified.error)
      toast({ title: t('Verification Failed'), description: verified.error, tone: 'destructive' })
      return
    }
    const { consentRequired, toast: words } = verified.value
    if (words) toast(words)
    const asksName = (verified.value.user ?? user).firstName === null
    if (asksName) askForName()
    keepAgeAnswer({ user: user.id, needsConsent: consentRequired })
    // This takes an adult past the gate, so it comes after the name.
    if (consentRequired || !asksName) await refreshUser()
  }

  if (confirming) {
    return (
      <Dialog
        title={t('Is this right?')}
        dismissable={false}
        onClose={() => setConfirming(null)}
        footer={
          <>
            <Button variant="plain" onClick={() => setConfirming(null)} disabled={sending}>
              {t('Change it')}
            </Button>
            <Button variant="primary" busy={sending ? t('Checking') : undefined} onClick={() => send(confirming)}>
              {t('Yes, that’s me')}
            </Button>
          </>
        }
      >
        <p>
          <RichText
            text={t('You were born on <b>{date}</b> and are <b>{age, plural, one {# year} other {# years}} old</b>.', {
              date: formatDate(confirming),
              age: ageOn(confirming, today),
            })}
            tags={{ b: (part) => <strong>{part}</strong> }}
          />
        </p>
        <p className="small quiet">{t('This can’t be changed later without writing to us.')}</p>
      </Dialog>
    )
  }

  return (
    <GateDialog
      title={t('Age Verification')}
      description={t(
        'You must be at least 13 years old to use Dosewell. If you are under 18, a parent or guardian needs to give consent.',
      )}
      icon={Cake}
      onSubmit={submit}
      actions={
        <Button variant="primary" type="submit">
          {t('Continue')}
        </Button>
      }
    >
      <Field
        label={t('Date of birth')}
        type="date"
        autoComplete="bday"
        min={RECORD_DATES.first}
        max={today}
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
    </GateDialog>
  )
}

interface Problem {
  title: string
  description: string
  field: string
}

function problemOf(typed: string, today: LocalDate): Problem | null {
  if (typed === '') {
    const sentence = t('Please enter your date of birth')
    return { title: t('Date Required'), description: sentence, field: sentence }
  }
  if (!isRecordDate(typed) || typed > today) {
    const sentence = t('Please enter a date of birth between Jan 1, 1900 and today')
    return { title: t('Verification Failed'), description: sentence, field: sentence }
  }
  return null
}
