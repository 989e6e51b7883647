import { useEffect } from 'react'
import { latePart } from '#src/ui/late-part.ts'
import { whenIdle } from './idle.ts'
// Here, not in the offer: the browser says once, soon after the load, that the app can be installed.
import './install-offer-store.ts'

const alerts = latePart(() => import('#src/features/alerts/Alerts.tsx'))
const handOver = latePart(() => import('./HandOver.tsx'))
const installOffer = latePart(() => import('./InstallOffer.tsx'))

function fetchParts() {
  alerts.want()
  handOver.want()
  installOffer.want()
}

/** What may appear on any signed-in page, but not before the page itself has: reminder alerts, offers. */
export function LateParts() {
  const alertsPart = alerts.use()
  const handOverPart = handOver.use()
  const offerPart = installOffer.use()
  useEffect(() => {
    whenIdle(fetchParts)
    // Without a worker yet, what could not be fetched has another chance when the network is back.
    addEventListener('online', fetchParts)
    return () => removeEventListener('online', fetchParts)
  }, [])
  return (
    <>
      {alertsPart ? <alertsPart.default /> : null}
      {handOverPart ? <handOverPart.HandOver /> : null}
      {offerPart ? <offerPart.InstallOffer /> : null}
    </>
  )
}
