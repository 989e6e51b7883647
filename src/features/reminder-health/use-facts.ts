import { useEffect, useState } from 'react'
import { isInstalled, isIos } from '#src/session/installed.ts'
import { useNotifications } from '#src/session/notifications.ts'
import { usePush } from '#src/session/push.ts'
import { useNow } from '#src/session/use-now.ts'
import type { Facts } from './health.ts'

/** Returns what this device knows about its reminders now. */
export function useFacts(): Facts {
  const now = useNow()
  const { enabled, supported, permission } = useNotifications()
  const { state, isBusy, known, endpoint, test } = usePush()
  const [persisted, setPersisted] = useState<boolean | null>(null)
  useEffect(() => {
    navigator.storage
      ?.persisted?.()
      .then(setPersisted)
      .catch(() => {
        // If a browser does not say, the page does not mention it.
      })
  }, [])
  return {
    now,
    supported,
    permission,
    enabled,
    installed: isInstalled(),
    isIos: isIos(),
    push: state,
    isBusy,
    device: known?.devices.find((device) => device.endpoint === endpoint) ?? null,
    testShownAt: test?.shownAt ?? null,
    seen: test?.seen ?? null,
    persisted,
  }
}
