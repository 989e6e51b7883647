import { TriangleAlert } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import type { SetAsideCounts } from '#domain/protocol/admin.ts'
import { useSession } from '#src/session/session.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { setAsideText } from './admin-text.ts'

/**
 * What failed for some accounts (docs/reminders.md, R8): how many there are and since when, never whose or which data.
 */
export function SetAsideNotice({ counts }: { counts: SetAsideCounts }) {
  const { zone } = useSession()
  return (
    <Notice
      tone="missed"
      role="status"
      className="admin__stale"
      icon={<TriangleAlert className="icon" aria-hidden />}
      title={t('Some accounts need attention')}
    >
      <ul className="admin__aside">
        {counts.map((one) => (
          <li key={one.kind}>{setAsideText(one, zone)}</li>
        ))}
      </ul>
      <p>
        {t('Everyone else is served as usual. The server tries again at least every hour; its log says why it fails.')}
      </p>
    </Notice>
  )
}
