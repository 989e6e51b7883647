import { Activity, ArrowLeft, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { AdminDashboard } from '#src/features/admin/AdminDashboard.tsx'
import { isLive, useAdminBoard } from '#src/features/admin/use-admin-board.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Brand } from './Brand.tsx'
import { usePageChange } from './use-page-change.ts'
import { useWorkerOpens } from './worker-opens.ts'

/**
 * /admin: the dashboard if `isAdmin` is exactly true, otherwise the no-access page (specification, sections 2 and 4).
 */
export default function AdminScreen({ user }: { user: CurrentUser }) {
  usePageChange()
  useWorkerOpens()
  return user.isAdmin === true ? <Dashboard /> : <AccessDenied />
}

function Dashboard() {
  const board = useAdminBoard()
  return (
    <Frame
      beside={
        <>
          {isLive(board) ? (
            <Badge state="taken" icon={<Activity className="icon" aria-hidden />}>
              {t('Live')}
            </Badge>
          ) : (
            <Badge state="late" icon={<CloudOff className="icon" aria-hidden />}>
              {t('Not live')}
            </Badge>
          )}
          <ButtonLink variant="plain" to={PAGES.home}>
            <ArrowLeft className="icon icon--way" aria-hidden />
            {t('Back to App')}
          </ButtonLink>
        </>
      }
    >
      <AdminDashboard board={board} />
    </Frame>
  )
}

function AccessDenied() {
  return (
    <Frame>
      <div className="page page--narrow">
        <div className="page__head">
          <h1>{t('Access Denied')}</h1>
          <p className="quiet">{t("You don't have permission to access the admin dashboard.")}</p>
        </div>
        <ButtonLink variant="primary" size="lg" to={PAGES.home}>
          {t('Back to Home')}
        </ButtonLink>
      </div>
    </Frame>
  )
}

/** The header of /admin has no navigation, since that leads to the admin's own medications. */
function Frame({ beside, children }: { beside?: ReactNode; children: ReactNode }) {
  return (
    <>
      <header className="top">
        <div className="top__in admin__top">
          <Brand />
          {beside}
        </div>
      </header>
      <main id="main" tabIndex={-1} className="shell">
        {children}
      </main>
    </>
  )
}
