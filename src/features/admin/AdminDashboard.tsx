import { CloudOff } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { AdminTabs } from './AdminTabs.tsx'
import { SetAsideNotice } from './SetAsideNotice.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import { StatCards, StatSkeletons } from './StatCards.tsx'
import type { AdminBoard } from './use-admin-board.ts'
import type { Failure } from './use-refreshed.ts'

/** /admin for an admin: the figures, and a tab for each thing managed here (specification, section 2). */
export function AdminDashboard({ board }: { board: AdminBoard }) {
  const { stats } = board
  return (
    <div className="page admin">
      <PageHead title={t('Admin Dashboard')} />
      {board.setAside.value?.length ? <SetAsideNotice counts={board.setAside.value} /> : null}
      {stats.value ? (
        <>
          {stats.failure ? <StaleNotice failure={stats.failure} since={stats.since} /> : null}
          <StatCards stats={stats.value} />
          <AdminTabs stats={stats.value} inbox={board.inbox} onChanged={stats.refresh} />
        </>
      ) : null}
      {!stats.value && stats.failure ? <NoStats failure={stats.failure} onRetry={stats.refresh} /> : null}
      {!stats.value && !stats.failure ? <StatSkeletons /> : null}
    </div>
  )
}

function NoStats({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const isOffline = failure.kind === 'no-answer'
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff className="icon empty__icon" aria-hidden />}
        title={isOffline ? t('The admin dashboard needs a connection') : t('The dashboard could not be loaded')}
        action={
          <Button variant="primary" onClick={onRetry}>
            {t('Try again')}
          </Button>
        }
      >
        {isOffline
          ? t('None of it is stored on this device. It appears as soon as the server can be reached.')
          : failure.sentence}
      </EmptyState>
    </div>
  )
}
