import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { useStore } from 'zustand'
import { t } from '#domain/language/translate.ts'
import type { AdminStats, AdminUser } from '#domain/protocol/admin.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'
import { UserRow } from './UserRow.tsx'
import { hasMore, listed, type Searched, type UserSearch } from './user-search.ts'

interface UsersTabProps {
  stats: AdminStats
  search: UserSearch
}

/** The newest signups, and a search of all accounts (specification, section 2). */
export function UsersTab({ stats, search }: UsersTabProps) {
  const box = useId()
  const searched = useStore(search.state)
  const [asked, setAsked] = useState<{ user: AdminUser; about: 'reset' | 'delete' } | null>(null)
  const users = listed(stats.recentSignups, searched)
  const isMore = hasMore(stats.recentSignups.length, stats.totalUsers, searched)
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLHeadingElement>(isMore)
  const close = () => setAsked(null)
  return (
    <Card as="section" aria-labelledby="recent-signups">
      <div className="admin__head">
        <h2 id="recent-signups" ref={fallback} tabIndex={-1}>
          {t('Recent signups')}
        </h2>
        <div className="input-wrap admin__search">
          <Search className="icon" aria-hidden />
          <label className="sr" htmlFor={box}>
            {t('Search users by name or email')}
          </label>
          <input
            id={box}
            type="search"
            className="input"
            placeholder={t('Search by name or email')}
            maxLength={200}
            autoComplete="off"
            value={searched.typed}
            onChange={(event) => search.type(event.target.value)}
          />
        </div>
      </div>
      <ul className="list">
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            onReset={() => setAsked({ user, about: 'reset' })}
            onDelete={() => setAsked({ user, about: 'delete' })}
          />
        ))}
      </ul>
      <Outcome searched={searched} count={users.length} />
      <div ref={area}>
        {isMore ? (
          <Button
            variant="plain"
            busy={searched.isAsking ? t('Loading') : undefined}
            onClick={() => search.more(new Set(users.map(({ id }) => id)))}
          >
            {searched.failure === null ? t('Show more') : t('Try again')}
          </Button>
        ) : null}
      </div>
      {asked?.about === 'reset' ? <ResetPasswordDialog user={asked.user} onClose={close} /> : null}
      {asked?.about === 'delete' ? <DeleteUserDialog user={asked.user} onClose={close} /> : null}
    </Card>
  )
}

/** The status of the list: empty, still searching, or failed. */
function Outcome({ searched, count }: { searched: Searched; count: number }) {
  const { typed, isAsking, failure } = searched
  const isSearch = typed.trim() !== ''
  if (isSearch && isAsking) return outcome(t('Searching all users…'))
  if (failure !== null) {
    const what = isSearch ? t('Not all users could be searched.') : t('More users could not be loaded.')
    return outcome(`${what} ${failure}`)
  }
  if (count === 0) return outcome(isSearch ? t('No users match your search') : t('No users have signed up yet'))
  return (
    <p role="status" className="sr">
      {isSearch ? t('{count, plural, one {One user shown} other {# users shown}}', { count }) : ''}
    </p>
  )
}

const outcome = (words: string) => (
  <p role="status" className="admin__outcome">
    {words}
  </p>
)
