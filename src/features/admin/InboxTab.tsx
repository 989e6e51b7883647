import { useStore } from 'zustand'
import { t } from '#domain/language/translate.ts'
import type { IncomingEmail } from '#domain/protocol/admin.ts'
import { type AdminAnswer, deleteEmail, fetchInbox, markEmailRead } from '#src/platform/admin-calls.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { InboxEmail } from './InboxEmail.tsx'
import type { MailList } from './mail-list.ts'
import { useAdminAct } from './use-admin-act.ts'
import type { Refreshed } from './use-refreshed.ts'

interface InboxTabProps {
  /** The newest page. */
  inbox: Refreshed<IncomingEmail[]>
  /** What is listed; it outlives the tab. */
  mails: MailList
}

/** Returns whether the mail no longer exists. */
const isGone = (answer: AdminAnswer<unknown>) => answer.kind === 'refused' && answer.status === 404

/** The mail received, newest first (specification, section 2). */
export function InboxTab({ inbox, mails }: InboxTabProps) {
  const act = useAdminAct()
  const { emails, isWhole, isAsking } = useStore(mails.state)
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLHeadingElement>(emails)

  const markRead = async (id: string) => {
    const failed = { title: t('Update Failed'), otherwise: t('Failed to mark email as read') }
    const answer = await act(markEmailRead(id), failed)
    if (answer.kind === 'ok') mails.read(id)
    else if (isGone(answer)) mails.removed(id)
    else return
    inbox.refresh()
  }
  const remove = async (id: string) => {
    const failed = { title: t('Delete Failed'), otherwise: t('Failed to delete email') }
    const answer = await act(deleteEmail(id), failed)
    if (answer.kind !== 'ok' && !isGone(answer)) return
    if (answer.kind === 'ok') toast({ title: t('Email Deleted'), description: t('Email has been removed from inbox.') })
    mails.removed(id)
    inbox.refresh()
  }
  const more = () =>
    mails.more((before) => {
      const failed = { title: t('Failed to Load'), otherwise: t('Failed to load older emails') }
      return act(fetchInbox(before, new AbortController().signal), failed)
    })

  return (
    <Card as="section" aria-labelledby="inbox">
      <h2 id="inbox" ref={fallback} tabIndex={-1}>
        {t('Inbox')}
      </h2>
      {inbox.value === null ? <Waiting inbox={inbox} /> : null}
      {isWhole && emails.length === 0 ? <p className="quiet admin__empty">{t('No emails received yet')}</p> : null}
      <div ref={area}>
        <ul className="list">
          {emails.map((email) => (
            <InboxEmail
              key={email.id}
              email={email}
              onRead={() => markRead(email.id)}
              onDelete={() => remove(email.id)}
            />
          ))}
        </ul>
        {emails.length > 0 && !isWhole ? (
          <Button variant="plain" busy={isAsking ? t('Loading') : undefined} onClick={() => void more()}>
            {t('Show more')}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

function Waiting({ inbox: { failure, refresh } }: { inbox: Refreshed<IncomingEmail[]> }) {
  if (failure === null) {
    return (
      <p className="quiet admin__empty" role="status">
        {t('Loading the inbox…')}
      </p>
    )
  }
  return (
    <div role="alert" className="stack">
      <p className="quiet admin__empty">
        {t('The inbox could not be loaded.')}
        {failure.kind === 'refused' ? ` ${failure.sentence}` : ''}
      </p>
      <Button variant="plain" onClick={refresh}>
        {t('Try again')}
      </Button>
    </div>
  )
}
