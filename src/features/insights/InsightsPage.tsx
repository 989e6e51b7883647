import { useSearchParams } from 'react-router-dom'
import { mayUse } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import { PremiumOnly } from '#src/session/PremiumOnly.tsx'
import { useSession } from '#src/session/session.ts'
import { PageHead } from '#src/ui/PageHead.tsx'
import { VisitPage } from './VisitPage.tsx'
import { YourInsights } from './YourInsights.tsx'

/**
 * /insights: what the dose log shows, computed on the device and so offline too. Part of Premium, by the last known
 * plan (readings). `?visit=ID` has the page for one appointment, for everybody.
 */
export default function InsightsPage() {
  const { user } = useSession()
  const [params] = useSearchParams()
  const visit = params.get('visit')
  if (visit !== null) return <VisitPage id={visit} />
  const permission = mayUse(user, 'premium', Date.now())
  return (
    <div className="page">
      <PageHead title={t('Insights')}>
        <p className="quiet">
          {t('What your record says, in plain words. It is for you and the people who care for you.')}
        </p>
      </PageHead>
      {permission.allowed ? (
        <YourInsights />
      ) : (
        <PremiumOnly title={t('Insights come with Premium')}>
          {t(
            'How your doses went by week and month, by medicine and by time of day, a map of your year, patterns in words, and a page for your doctor.',
          )}{' '}
          {permission.error}
        </PremiumOnly>
      )}
    </div>
  )
}
