import { ChartNoAxesColumn, Crown, type LucideIcon, Pill, Users } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import type { AdminStats } from '#domain/protocol/admin.ts'
import { Card } from '#src/ui/Card.tsx'
import { conversionRate, figure, percentage, thisMonth } from './admin-text.ts'

/** The four figures and what each gained this month (specification, section 2). */
export function StatCards({ stats }: { stats: AdminStats }) {
  const { newUsersThisMonth, newSubscriptionsThisMonth, medicationsAddedThisMonth } = stats.monthlyStats
  return (
    <div className="stats">
      <Stat
        icon={Users}
        label={t('Total Users')}
        figure={figure(stats.totalUsers)}
        more={thisMonth(newUsersThisMonth)}
      />
      <Stat
        icon={Crown}
        label={t('Premium Users')}
        figure={figure(stats.premiumUsers)}
        more={thisMonth(newSubscriptionsThisMonth)}
      />
      <Stat
        icon={Pill}
        label={t('Medications')}
        figure={figure(stats.totalMedications)}
        more={thisMonth(medicationsAddedThisMonth)}
      />
      <Stat
        icon={ChartNoAxesColumn}
        label={t('Conversion Rate')}
        figure={percentage(conversionRate(stats))}
        more={t('Free to premium')}
      />
    </div>
  )
}

interface StatProps {
  icon: LucideIcon
  label: string
  figure: string
  more: string
}

function Stat({ icon: Icon, label, figure, more }: StatProps) {
  return (
    <Card className="stat">
      <span className="stat__label">
        <Icon className="icon" aria-hidden />
        {label}
      </span>
      <span className="stat__figure">{figure}</span>
      <span className="stat__more">{more}</span>
    </Card>
  )
}

/** Shown until the first figures arrive. */
export function StatSkeletons() {
  return (
    <div className="stack" role="status">
      <div className="stats" aria-hidden>
        {['users', 'premium', 'medications', 'conversion'].map((one) => (
          <Card key={one} className="stat admin__skeleton">
            <div className="skel skel--title" />
            <div className="skel admin__skeleton-figure" />
            <div className="skel skel--line" />
          </Card>
        ))}
      </div>
      <p className="quiet">{t('Loading analytics...')}</p>
    </div>
  )
}
