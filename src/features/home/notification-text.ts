import { t } from '#domain/language/translate.ts'
import type { Notifications } from '#src/session/notifications.ts'

/** Returns what the switch says about itself. */
export function notificationText({
  enabled,
  supported,
  permission,
  pending,
}: Pick<Notifications, 'enabled' | 'supported' | 'permission' | 'pending'>): string {
  if (!supported)
    return t('This browser can’t show notifications. On an iPhone, add Dosewell to the home screen first.')
  if (pending) return t('Your browser is asking you')
  if (enabled) return t('On. Repeats after 5 and 10 minutes')
  if (permission === 'denied') return t('Off. Blocked in your browser’s settings')
  return t('Off. This device won’t remind you')
}
