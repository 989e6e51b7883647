import { AppLockSetting } from '#src/features/app-lock/AppLockSetting.tsx'
import { LockScreen } from '#src/features/reminder-health/LockScreen.tsx'
import { AccountPage } from '#src/features/settings/AccountPage.tsx'
import SettingsPage from '#src/features/settings/SettingsPage.tsx'
import { useSession } from '#src/session/session.ts'
import { signOutHere } from './sign-out.ts'

const locks = (
  <>
    {/* The PIN is hashed by an API that browsers offer on https only. */}
    {isSecureContext ? <AppLockSetting /> : null}
    <LockScreen />
  </>
)

/**
 * “More”, with the app lock and what a locked screen says, which are part of other features.
 * @param gated the user may not use health data yet: only the account remains
 */
export default function SettingsScreen({ gated }: { gated: boolean }) {
  const { user } = useSession()
  const onAccountGone = () => signOutHere(user.id)
  if (gated) return <AccountPage onAccountGone={onAccountGone} />
  return <SettingsPage locks={locks} onAccountGone={onAccountGone} />
}
