import { AppLockSetting } from '#src/features/app-lock/AppLockSetting.tsx'
import { LockScreen } from '#src/features/reminder-health/LockScreen.tsx'
import { AccountPage } from '#src/features/settings/AccountPage.tsx'
import SettingsPage from '#src/features/settings/SettingsPage.tsx'
import { useSession } from '#src/session/session.ts'
import { signOutHere } from './sign-out.ts'

const locks = (
  <>
    {/* A PIN is kept by what browsers have for https only. */}
    {isSecureContext ? <AppLockSetting /> : null}
    <LockScreen />
  </>
)

/**
 * “More”, with the app lock, and what a locked screen says, which belongs to the reminders.
 * @param gated the person may not use health data yet: what is left is the account
 */
export default function SettingsScreen({ gated }: { gated: boolean }) {
  const { user } = useSession()
  const onAccountGone = () => signOutHere(user.id)
  if (gated) return <AccountPage onAccountGone={onAccountGone} />
  return <SettingsPage locks={locks} onAccountGone={onAccountGone} />
}
