import { t } from '#domain/language/translate.ts'
import { inRow } from '#domain/lib/text.ts'
import type { Mailing } from '#domain/protocol/admin.ts'
import { useSession } from '#src/session/session.ts'
import { Card } from '#src/ui/Card.tsx'
import { AUDIENCE_LABELS, activityText, mailingText } from './admin-text.ts'

/** Older ones have long been finished. */
const MOST_SHOWN = 5

/** Progress of the newest mails to users; renders nothing before the first. */
export function Mailings({ mailings }: { mailings: readonly Mailing[] }) {
  if (mailings.length === 0) return null
  return (
    <Card as="section" className="admin__mailings" aria-labelledby="mailings">
      <h2 id="mailings">{t('Sent emails')}</h2>
      <ul className="list">
        {mailings.slice(0, MOST_SHOWN).map((mailing) => (
          <SentMail key={mailing.id} mailing={mailing} />
        ))}
      </ul>
    </Card>
  )
}

function SentMail({ mailing }: { mailing: Mailing }) {
  const { zone } = useSession()
  const { recipientType, subject, createdAt, recipients, sent, failed, inDoubt, withheld, finishedAt } = mailing
  const tried = sent + failed + inDoubt + withheld
  const words = mailingText(mailing)
  return (
    <li className="list__row admin__row">
      <span className="list__main">
        <span className="list__title">{subject}</span>
        <span className="list__sub">{inRow([t(AUDIENCE_LABELS[recipientType]), activityText(createdAt, zone)])}</span>
        {finishedAt === null ? (
          <progress className="progress" aria-label={subject} max={recipients} value={tried} />
        ) : null}
      </span>
      <span className="quiet small">{finishedAt === null ? t('Sending: {progress}', { progress: words }) : words}</span>
    </li>
  )
}
