import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useStore } from 'zustand'
import { t } from '#domain/language/translate.ts'
import type { AdminStats, IncomingEmail } from '#domain/protocol/admin.ts'
import { fetchUsers } from '#src/platform/admin-calls.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { ActivityTab } from './ActivityTab.tsx'
import { figure } from './admin-text.ts'
import { EmailTab } from './EmailTab.tsx'
import { EMPTY_GRANT, type GrantDraft, grantProblems } from './grant-draft.ts'
import { InboxTab } from './InboxTab.tsx'
import { EMPTY_MAIL, type MailDraft, mailProblems } from './mail-draft.ts'
import { createMailList } from './mail-list.ts'
import { PromotionsTab } from './PromotionsTab.tsx'
import { resolverOf } from './resolver-of.ts'
import { UsersTab } from './UsersTab.tsx'
import type { Refreshed } from './use-refreshed.ts'
import { createUserSearch } from './user-search.ts'

interface AdminTabsProps {
  stats: AdminStats
  inbox: Refreshed<IncomingEmail[]>
  /** Something that affects the figures was done. */
  onChanged(): void
}

/** The five tabs. Input in one stays while another is open; it is in memory only. */
export function AdminTabs({ stats, inbox, onChanged }: AdminTabsProps) {
  const [search] = useState(() => createUserSearch(fetchUsers))
  const grant = useForm<GrantDraft>({ defaultValues: EMPTY_GRANT, resolver: resolverOf(grantProblems) })
  const mail = useForm<MailDraft>({ defaultValues: EMPTY_MAIL, resolver: resolverOf(mailProblems) })
  useEffect(() => search.stop, [search])
  const granted = () => {
    onChanged()
    search.again()
  }
  const [mails] = useState(createMailList)
  useEffect(() => {
    if (inbox.value) mails.refreshed(inbox.value)
  }, [inbox.value, mails])
  const unread = useStore(mails.state, ({ emails }) => emails.filter(({ isRead }) => !isRead).length)
  return (
    <div className="admin__tabs">
      <Tabs
        label={t('Admin sections')}
        tabs={[
          { value: 'users', label: t('Users'), content: <UsersTab stats={stats} search={search} /> },
          {
            value: 'promotions',
            label: t('Promotions'),
            content: <PromotionsTab stats={stats} form={grant} onGranted={granted} />,
          },
          { value: 'email', label: t('Email'), content: <EmailTab stats={stats} form={mail} /> },
          {
            value: 'inbox',
            label: (
              <>
                {t('Inbox')}{' '}
                {unread > 0 ? <Badge state="info">{t('{count} new', { count: figure(unread) })}</Badge> : null}
              </>
            ),
            content: <InboxTab inbox={inbox} mails={mails} />,
          },
          { value: 'activity', label: t('Recent Activity'), content: <ActivityTab stats={stats} /> },
        ]}
      />
    </div>
  )
}
