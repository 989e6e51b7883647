import { Flag, MailOpen, Paperclip, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { IncomingEmail } from '#domain/protocol/admin.ts'
import { useSession } from '#src/session/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { mailTimeText } from './admin-text.ts'

/** Texts longer than this, in characters or lines, are cut until someone expands them. */
const PREVIEW = { length: 240, lines: 3 }

interface InboxEmailProps {
  email: IncomingEmail
  onRead(): Promise<void>
  onDelete(): Promise<void>
}

/** One mail: its sender, its subject, the beginning of its text, and what can be done with it. */
export function InboxEmail({ email, onRead, onDelete }: InboxEmailProps) {
  const { zone } = useSession()
  const [busy, setBusy] = useState<'read' | 'delete' | null>(null)
  const [isWhole, setWhole] = useState(false)
  const { fromName, fromEmail, subject, textContent, isRead, attachments } = email
  const sender = fromName || fromEmail
  const title = t('“{subject}” from {sender}', { subject, sender })
  const isLong = textContent.length > PREVIEW.length || textContent.split('\n').length > PREVIEW.lines
  const run = async (what: 'read' | 'delete', doing: () => Promise<void>) => {
    if (busy !== null) return
    setBusy(what)
    await doing()
    setBusy(null)
  }
  return (
    <li className={classNames('mail', !isRead && 'mail--new')}>
      <div className="mail__head">
        <span className="mail__from">
          <strong>{sender}</strong>
          {isRead ? null : <Badge state="primary">{t(msg('New', 'said of a mail'))}</Badge>}
          {email.isPriority ? (
            <Badge state="premium" icon={<Flag className="icon" aria-hidden />}>
              {t('Priority')}
            </Badge>
          ) : null}
        </span>
        <span className="quiet small">{mailTimeText(email.createdAt, zone)}</span>
      </div>
      <p className="list__sub">{fromEmail}</p>
      <p className="mail__subject">{subject || t('(No subject)')}</p>
      <p className={classNames('mail__text', isLong && !isWhole && 'line-clamp-3')}>{textContent}</p>
      {attachments > 0 ? (
        <p className="mail__attachments quiet small">
          <Paperclip className="icon" aria-hidden />
          {t('{count, plural, one {# attachment was not kept} other {# attachments were not kept}}', {
            count: attachments,
          })}
        </p>
      ) : null}
      <div className="mail__act">
        {isLong ? (
          <Button
            variant="quiet"
            aria-expanded={isWhole}
            aria-label={isWhole ? t('Show less of {mail}', { mail: title }) : t('Read all of {mail}', { mail: title })}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? t('Show less') : t('Read all')}
          </Button>
        ) : null}
        {isRead ? null : (
          <Button
            variant="plain"
            aria-label={t('Mark Read: {mail}', { mail: title })}
            busy={busy === 'read' ? t('Marking...') : undefined}
            onClick={() => void run('read', onRead)}
          >
            <MailOpen className="icon" aria-hidden />
            {t('Mark Read')}
          </Button>
        )}
        <Button
          iconOnly
          className="usr__delete"
          aria-label={t('Delete {mail}', { mail: title })}
          aria-disabled={busy === 'delete' || undefined}
          onClick={() => void run('delete', onDelete)}
        >
          <Trash2 className="icon" aria-hidden />
        </Button>
      </div>
    </li>
  )
}
