import { type ReactNode, useMemo, useState } from 'react'
import { mayUse } from '#domain/access/may-use.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { browserZone } from '#src/platform/clock.ts'
import { type Session, SessionContext } from '#src/session/session.ts'
import { refreshUser } from './auth.ts'
import { SignOutDialog } from './SignOutDialog.tsx'
import { useDatabase } from './use-database.ts'
import { useLiveSync } from './use-live-sync.ts'

/** Opens the user's database, starts sync, and gives both to the screens below. */
export function SessionProvider({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const opened = useDatabase(user.id)
  const sync = useLiveSync(opened?.db ?? null, user.id, mayUse(user, 'health', Date.now()).allowed)
  const [asking, setAsking] = useState(false)

  const session = useMemo<Session | null>(() => {
    if (!opened) return null
    return {
      user,
      zone: user.timeZone ?? browserZone(),
      db: opened.db,
      device: opened.device,
      sync,
      refreshUser,
      signOut: () => setAsking(true),
    }
  }, [user, opened, sync])

  if (!session) return null
  return (
    <SessionContext value={session}>
      {children}
      {asking ? <SignOutDialog onClose={() => setAsking(false)} /> : null}
    </SessionContext>
  )
}
