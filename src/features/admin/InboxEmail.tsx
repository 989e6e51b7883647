import { Flag, MailOpen, Paperclip, Trash2 } from 'lucide-react'
import { useState } from 'react'
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
  const title = `“${subject}” from ${sender}`
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
          {isRead ? null : <Badge state="primary">New</Badge>}
          {email.isPriority ? (
            <Badge state="premium" icon={<Flag className="icon" aria-hidden />}>
              Priority
            </Badge>
          ) : null}
        </span>
        <span className="quiet small">{mailTimeText(email.createdAt, zone)}</span>
      </div>
      <p className="list__sub">{fromEmail}</p>
      <p className="mail__subject">{subject || '(No subject)'}</p>
      <p className={classNames('mail__text', isLong && !isWhole && 'line-clamp-3')}>{textContent}</p>
      {attachments > 0 ? (
        <p className="mail__attachments quiet small">
          <Paperclip className="icon" aria-hidden />
          {attachments === 1 ? '1 attachment was not kept' : `${attachments} attachments were not kept`}
        </p>
      ) : null}
      <div className="mail__act">
        {isLong ? (
          <Button
            variant="quiet"
            aria-expanded={isWhole}
            aria-label={`${isWhole ? 'Show less' : 'Read all'} of ${title}`}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? 'Show less' : 'Read all'}
          </Button>
        ) : null}
        {isRead ? null : (
          <Button
            variant="plain"
            aria-label={`Mark Read: ${title}`}
            busy={busy === 'read' ? 'Marking...' : undefined}
            onClick={() => void run('read', onRead)}
          >
            <MailOpen className="icon" aria-hidden />
            Mark Read
          </Button>
        )}
        <Button
          iconOnly
          className="usr__delete"
          aria-label={`Delete ${title}`}
          aria-disabled={busy === 'delete' || undefined}
          onClick={() => void run('delete', onDelete)}
        >
          <Trash2 className="icon" aria-hidden />
        </Button>
      </div>
    </li>
  )
}
