import { t } from '#domain/language/translate.ts'
import type { AdminStats } from '#domain/protocol/admin.ts'
import { useSession } from '#src/session/session.ts'
import { Card } from '#src/ui/Card.tsx'
import { activityText } from './admin-text.ts'

/** Who added a medication, and when; never which one (specification, section 2). */
export function ActivityTab({ stats }: { stats: AdminStats }) {
  const { zone } = useSession()
  return (
    <Card as="section" aria-labelledby="recent-activity">
      <h2 id="recent-activity">{t('Recent medication entries')}</h2>
      {stats.recentMedications.length === 0 ? (
        <p className="quiet admin__empty">{t('No recent activity')}</p>
      ) : (
        <ul className="list">
          {stats.recentMedications.map(({ id, userName, userEmail, createdAt }) => (
            <li key={id} className="list__row admin__row">
              <span className="list__main">
                <span className="list__title">{userName}</span>
                {userName === userEmail ? null : <span className="list__sub wrap-anywhere">{userEmail}</span>}
              </span>
              <span className="quiet small">{activityText(createdAt, zone)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
