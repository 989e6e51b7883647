import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { mayUse } from '#domain/access/may-use.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { withProfile } from '#src/data/stored-profile.ts'
import { browserZone } from '#src/platform/clock.ts'
import { useRecalledLock } from '#src/session/app-lock.ts'
import { type Session, SessionContext } from '#src/session/session.ts'
import { latePart } from '#src/ui/late-part.ts'
import { Opening } from '#src/ui/Opening.tsx'
import { refreshUser } from './auth.ts'
import { whenIdle } from './idle.ts'
import { useDatabase } from './use-database.ts'
import { useLiveSync } from './use-live-sync.ts'

const signOutDialog = latePart(() => import('./SignOutDialog.tsx'))
const otherVersion = latePart(() => import('./OtherVersion.tsx'))

/** While they can be had: once a newer version is in charge, nobody serves the parts of this one any more. */
function fetchParts() {
  signOutDialog.want()
  otherVersion.want()
}

/** Opens the user's database, starts sync, and gives both to the screens below. Knows then, too, whether the app is locked. */
export function SessionProvider({ user: told, children }: { user: CurrentUser; children: ReactNode }) {
  const { opened, profile, trouble } = useDatabase(told.id)
  const isLockKnown = useRecalledLock(told.id)
  const user = useMemo(() => withProfile(told, profile), [told, profile])
  const db = trouble === null && opened ? opened.db : null
  const sync = useLiveSync(db, user.id, mayUse(user, 'health', Date.now()).allowed)
  const [asking, setAsking] = useState(false)
  const dialog = signOutDialog.use()
  const notice = otherVersion.use()
  useEffect(() => whenIdle(fetchParts), [])
  useEffect(() => {
    if (trouble !== null) otherVersion.want()
  }, [trouble])

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

  const said = trouble && notice ? <notice.OtherVersion trouble={trouble} isOverScreen={!!session} /> : null
  if (!session || !isLockKnown) return said ?? <Opening shows="nothing" />
  return (
    <SessionContext value={session}>
      {children}
      {said}
      {asking && dialog ? <dialog.SignOutDialog onClose={() => setAsking(false)} /> : null}
    </SessionContext>
  )
}
