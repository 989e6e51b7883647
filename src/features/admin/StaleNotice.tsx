import { CloudOff } from 'lucide-react'
import { clockText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { useSession } from '#src/session/session.ts'
import { Notice } from '#src/ui/Notice.tsx'
import type { Failure } from './use-refreshed.ts'

/** Says that what is shown may be out of date. */
export function StaleNotice({ failure, since }: { failure: Failure; since: number }) {
  const { zone } = useSession()
  return (
    <Notice
      tone="due"
      role="status"
      className="admin__stale"
      icon={<CloudOff className="icon" aria-hidden />}
      title={failure.kind === 'no-answer' ? t('No connection') : t('The server did not answer')}
    >
      {failure.kind === 'refused' ? `${failure.sentence} ` : ''}
      {t('What you see is from {time}.', { time: clockText(since, zone) })}
    </Notice>
  )
}
