import { CalendarPlus, Eye } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { DISCREET_TITLE } from '#domain/reminders/texts.ts'
import { makeCalendar } from '#src/platform/calendar-calls.ts'
import { sentenceOf } from '#src/platform/online-calls.ts'
import { recallPush, usePush } from '#src/session/push.ts'
import { useSession } from '#src/session/session.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FieldError } from '#src/ui/FieldFrame.tsx'
import { SettingRow } from '#src/ui/SettingRow.tsx'
import { ShownOnce } from '#src/ui/ShownOnce.tsx'
import { SubmitFoot } from '#src/ui/SubmitFoot.tsx'
import { CalendarLinks } from './CalendarLinks.tsx'

/** Makes a link that a calendar subscribes to, of whoever is shown, then shows it, which happens only this once. */
export function SubscribeDialog({ onClose }: { onClose(): void }) {
  const { account, user, person } = useSession()
  const wording = usePush((push) => push.wording)
  const [isRecalled, setRecalled] = useState(false)
  const [chosen, setNames] = useState<boolean | null>(null)
  // Until it is known how much notifications say here, no names.
  const hasNames = chosen ?? (isRecalled && wording === 'full')
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const personId = user.id as string as PersonId
  useEffect(() => void recallPush().then(() => setRecalled(true)), [])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    const answer = await makeCalendar(account.id, { personId, wording: hasNames ? 'full' : 'discreet' })
    setSaving(false)
    if (answer.kind === 'ok') return setLink(answer.value.link)
    setProblem(sentenceOf(answer))
  }
  if (link !== null) return <Made link={link} onClose={onClose} />
  return (
    <Dialog
      title={person ? t('A calendar link for {name}', { name: person.name }) : t('A calendar link')}
      closeButton={false}
      onClose={onClose}
      onSubmit={(event) => void save(event).catch(reportError)}
      footer={
        <SubmitFoot
          label={t('Make the link')}
          busy={isSaving ? t('Make the link') : undefined}
          describedBy={problem ? 'calendar-link-problem' : undefined}
          onCancel={onClose}
        />
      }
    >
      <div className="stack">
        <p>
          {t(
            'Your calendar fetches the doses and appointments of the next 30 days from a secret address and keeps itself up to date, usually within some hours.',
          )}
        </p>
        <SettingRow
          label={t('Show names')}
          help={
            hasNames
              ? t('The calendar names medicines, doctors and places.')
              : t('The calendar says “{title}” and nothing more.', { title: t(DISCREET_TITLE) })
          }
          icon={<Eye className="icon" aria-hidden="true" />}
          checked={hasNames}
          onChange={setNames}
        />
        <p className="quiet small">
          {t(
            'Anyone who has the address sees what is in the calendar, and so does the company whose calendar it is. You can end it at any time.',
          )}
        </p>
        {problem ? (
          <div role="alert">
            <FieldError id="calendar-link-problem">{problem}</FieldError>
          </div>
        ) : null}
        <CalendarLinks personId={personId} />
      </div>
    </Dialog>
  )
}

function Made({ link, onClose }: { link: string; onClose(): void }) {
  return (
    <ShownOnce
      title={t('The calendar link is ready')}
      advice={t(
        'Open it in your calendar, or copy it there as a subscription. Don’t send it to anybody who may not see it.',
      )}
      label={t('Address')}
      secret={link}
      closeLabel={t('Done')}
      onClose={onClose}
    >
      <ButtonLink variant="soft" block href={link.replace(/^https?:/, 'webcal:')}>
        <CalendarPlus className="icon" aria-hidden="true" />
        {t('Open in my calendar')}
      </ButtonLink>
      <CopyButton variant="plain" block text={link} label={t('Copy the link')} done={t('The link was copied')} />
    </ShownOnce>
  )
}
