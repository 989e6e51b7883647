import type { Notifications } from '#src/session/notifications.ts'

/** Returns what the switch says about itself. */
export function notificationText({
  enabled,
  supported,
  permission,
  pending,
}: Pick<Notifications, 'enabled' | 'supported' | 'permission' | 'pending'>): string {
  if (!supported) return 'This browser can’t show notifications. On an iPhone, add Dosewell to the home screen first.'
  if (pending) return 'Your browser is asking you'
  if (enabled) return 'On. Repeats after 5 and 10 minutes'
  if (permission === 'denied') return 'Off. Blocked in your browser’s settings'
  return 'Off. This device won’t remind you'
}
