import { type FormEvent, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { useCommands } from '#src/session/commands.ts'
import { useFirstAttempt } from '#src/session/first-attempt.ts'
import { useSession } from '#src/session/session.ts'
import { ZoneSelect } from '#src/session/ZoneSelect.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Field } from '#src/ui/Field.tsx'
import { focusingWrongField } from '#src/ui/focus-wrong-field.ts'
import { toast } from '#src/ui/toast-store.ts'
import { changesOf, type ProfileEntry } from './profile-entry.ts'

/** Longest name that can be stored. */
const LONGEST = 80

/** The name, and the time zone that reminders follow. Saved on this device immediately, and sent when possible. */
export function Profile() {
  const { user, zone } = useSession()
  const commands = useCommands()
  const onFirstAttempt = useFirstAttempt()
  const stored: ProfileEntry = {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    timeZone: zone,
  }
  const [typed, setTyped] = useState<Partial<ProfileEntry>>({})
  const [problem, setProblem] = useState<string>()
  const entry = { ...stored, ...typed }
  const isChanged = Object.keys(changesOf(stored, entry)).length > 0
  const change = (part: Partial<ProfileEntry>) => setTyped((before) => ({ ...before, ...part }))

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const changes = changesOf(stored, entry)
    if (Object.keys(changes).length > 0) {
      const saved = await commands.editProfile(changes)
      if (!saved.ok) return setProblem(saved.error.error)
      onFirstAttempt(saved.value.keys, { title: () => t('Your details were not changed') })
    }
    setProblem(undefined)
    setTyped({})
    toast({ title: t('Saved') })
  }

  return (
    <Card as="section" aria-labelledby="your-details">
      <h2 id="your-details">{t('Your details')}</h2>
      <p className="quiet">{t('Signed in as {email}', { email: user.email })}</p>
      <form
        className="stack"
        noValidate
        data-unsaved={isChanged ? '' : undefined}
        onSubmit={focusingWrongField((event) => void save(event).catch(reportError))}
      >
        <Field
          label={t('First name')}
          autoComplete="given-name"
          maxLength={LONGEST}
          value={entry.firstName}
          error={problem}
          onChange={(event) => change({ firstName: event.target.value })}
        />
        <Field
          label={t('Last name')}
          autoComplete="family-name"
          maxLength={LONGEST}
          value={entry.lastName}
          onChange={(event) => change({ lastName: event.target.value })}
        />
        <ZoneSelect
          help={t('Your reminders follow it, wherever your devices are.')}
          value={entry.timeZone}
          onChange={(timeZone) => change({ timeZone })}
        />
        <div className="btns">
          <Button variant="primary" type="submit">
            {t('Save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
