import { useEffect } from 'react'
import { whenIdle } from '#src/ui/idle.ts'
import { latePart } from '#src/ui/late-part.ts'

const alerts = latePart(() => import('#src/features/alerts/Alerts.tsx'))

/** The reminder alerts, which may appear on any signed-in page, but only after the page itself, also while locked. */
export function LateAlerts() {
  const part = alerts.use()
  useEffect(() => {
    whenIdle(alerts.want)
    // Without a worker yet, a part that failed to load gets another chance when the network returns.
    addEventListener('online', alerts.want)
    return () => removeEventListener('online', alerts.want)
  }, [])
  return part ? <part.default /> : null
}
