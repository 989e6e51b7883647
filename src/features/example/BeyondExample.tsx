import { BellRing, ChartLine, History, IdCard } from 'lucide-react'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { PAGES, type PagePath } from '#domain/protocol/pages.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'

const MORE: readonly { to: PagePath; label: Message; Icon: typeof History }[] = [
  { to: PAGES.history, label: msg('History'), Icon: History },
  { to: PAGES.insights, label: msg('Insights'), Icon: ChartLine },
  { to: PAGES.reminders, label: msg('Upcoming Reminders'), Icon: BellRing },
  { to: PAGES.emergency, label: msg('Emergency card'), Icon: IdCard },
]

/** Stands for every page that needs an account; leads to those of the example that the navigation does not name. */
export const BeyondExample = ({ title }: { title: string }) => (
  <div className="page">
    <PageHead title={title} />
    <div className="stack">
      <div className="row">
        {MORE.map(({ to, label, Icon }) => (
          <ButtonLink key={to} to={to}>
            <Icon className="icon" aria-hidden="true" />
            {t(label)}
          </ButtonLink>
        ))}
      </div>
      <EmptyState scene="table" title={t('This needs an account of your own')}>
        {t('Documents, scans, dictation, people and settings are not part of the example.')}
      </EmptyState>
    </div>
  </div>
)
