import { useEffect } from 'react'
import { create } from 'zustand'
import { t } from '#domain/language/translate.ts'
import { NOTIFICATIONS_KEY } from '#src/data/notifications-key.ts'
import { warn, warnOnce } from '#src/platform/logger.ts'
import { toast } from '#src/ui/toast-store.ts'

export interface Notifications {
  /** Switched on here and allowed by the browser. */
  enabled: boolean
  /**
   * The open page shows reminders itself; true also where the switch is on but the browser has no notifications to
   * allow, or has lost them.
   */
  rings: boolean
  /** False in a browser without notifications, such as Safari on an iPhone before the app is on the home screen. */
  supported: boolean
  permission: NotificationPermission
  /** The browser is asking the user. */
  pending: boolean
  /** Switches reminders on or off. Switching on asks for permission, so call it only from a click. */
  toggle(): Promise<void>
}

interface State {
  isOn: boolean
  permission: NotificationPermission
  pending: boolean
}

const isSupported = (): boolean => typeof globalThis.Notification === 'function'

const currentState = (): Pick<State, 'isOn' | 'permission'> => ({
  isOn: readSwitch(),
  permission: isSupported() ? Notification.permission : 'denied',
})

const useStore = create<State>(() => ({ ...currentState(), pending: false }))

/**
 * Returns whether switching on would make the browser ask. Read this on the press: what the screen shows may be
 * outdated.
 */
export const wouldAsk = (): boolean => isSupported() && Notification.permission === 'default'

/**
 * Returns the reminder notifications on this device. Every tab follows changes of the switch in other tabs, and the
 * browser's settings.
 */
export function useNotifications(): Notifications {
  const { isOn, permission, pending } = useStore()
  useEffect(followOutside, [])
  const supported = isSupported()
  const enabled = isOn && supported && permission === 'granted'
  const rings = enabled || (isOn && !supported)
  return { enabled, rings, supported, permission, pending, toggle: () => toggle(enabled) }
}

async function toggle(isEnabled: boolean): Promise<void> {
  if (useStore.getState().pending) return
  if (isEnabled) setSwitch(false)
  else await enable()
}

/** Returns true if reminders are on afterwards. */
async function enable(): Promise<boolean> {
  if (!isSupported()) {
    warnOnce('This browser does not support notifications')
    return false
  }
  useStore.setState({ pending: true })
  const permission = await askForPermission()
  useStore.setState({ pending: false, permission })
  if (permission !== 'granted') {
    toast({
      title: t('Notification Permission Denied'),
      description: t('Please allow notifications in your browser settings to receive medication reminders.'),
      tone: 'destructive',
    })
    return false
  }
  setSwitch(true)
  return true
}

async function askForPermission(): Promise<NotificationPermission> {
  try {
    return await Notification.requestPermission()
  } catch (cause) {
    warn('Notification permission could not be asked for', cause)
    return Notification.permission
  }
}

function readSwitch(): boolean {
  try {
    return localStorage.getItem(NOTIFICATIONS_KEY) === 'true'
  } catch {
    // Storage is blocked for this site: off, as by default.
    return false
  }
}

function setSwitch(isOn: boolean): void {
  useStore.setState({ isOn })
  try {
    localStorage.setItem(NOTIFICATIONS_KEY, String(isOn))
  } catch (cause) {
    warn('The notification switch could not be kept', cause)
  }
}

let followers = 0
let stopFollowing: (() => void) | null = null

/** Follows other tabs and the browser's settings while a component shows the switch. */
function followOutside(): () => void {
  followers += 1
  stopFollowing ??= follow()
  return () => {
    followers -= 1
    if (followers > 0) return
    stopFollowing?.()
    stopFollowing = null
  }
}

function follow(): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const renew = () => useStore.setState(currentState())
  renew()
  addEventListener('storage', (event) => isOurs(event) && renew(), { signal })
  document.addEventListener('visibilitychange', renew, { signal })
  addEventListener('focus', renew, { signal })
  void followPermission(renew, signal)
  return () => listening.abort()
}

async function followPermission(renew: () => void, signal: AbortSignal): Promise<void> {
  try {
    const status = await navigator.permissions?.query({ name: 'notifications' })
    status?.addEventListener('change', renew, { signal })
  } catch {
    // Not every browser reports this; elsewhere the other events catch it when the user returns from the settings.
  }
}

/** A null key means that all storage was cleared. */
const isOurs = (event: StorageEvent): boolean => event.key === NOTIFICATIONS_KEY || event.key === null
