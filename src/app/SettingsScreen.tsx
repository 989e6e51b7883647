import { LockScreen } from '#src/features/reminder-health/LockScreen.tsx'
import SettingsPage from '#src/features/settings/SettingsPage.tsx'
import { useSession } from '#src/session/session.ts'
import { signOutHere } from './sign-out.ts'

const lockScreen = <LockScreen />

/** “More”, with what a locked screen says, which belongs to the reminders. */
export default function SettingsScreen() {
  const { user } = useSession()
  return <SettingsPage lockScreen={lockScreen} onAccountGone={() => signOutHere(user.id)} />
}
