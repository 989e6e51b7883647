import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { mayUse } from '#domain/access/may-use.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { browserZone } from '#src/platform/clock.ts'
import { type Session, SessionContext } from '#src/session/session.ts'
import { latePart } from '#src/ui/late-part.ts'
import { refreshUser } from './auth.ts'
import { whenIdle } from './idle.ts'
import { useDatabase } from './use-database.ts'
import { useLiveSync } from './use-live-sync.ts'

const signOutDialog = latePart(() => import('./SignOutDialog.tsx'))

/** Opens the user's database, starts sync, and gives both to the screens below. */
export function SessionProvider({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const opened = useDatabase(user.id)
  const sync = useLiveSync(opened?.db ?? null, user.id, mayUse(user, 'health', Date.now()).allowed)
  const [asking, setAsking] = useState(false)
  const dialog = signOutDialog.use()
  useEffect(() => whenIdle(signOutDialog.want), [])

  const session = useMemo<Session | null>(() => {
    if (!opened) return null
    return {
      user,
      zone: user.timeZone ?? browserZone(),
      db: opened.db,
      device: opened.device,
      sync,
      refreshUser,
      signOut: () => {
        signOutDialog.want()
        setAsking(true)
      },
    }
  }, [user, opened, sync])

  if (!session) return null
  return (
    <SessionContext value={session}>
      {children}
      {asking && dialog ? <dialog.SignOutDialog onClose={() => setAsking(false)} /> : null}
    </SessionContext>
  )
}
