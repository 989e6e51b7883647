import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { PAGES } from '#domain/protocol/pages.ts'
import { latePart } from '#src/ui/late-part.ts'
import { whenIdle } from './idle.ts'
// Here, not in the offer: the browser says once, soon after the load, that the app can be installed.
import './install-offer-store.ts'

const alerts = latePart(() => import('#src/features/alerts/Alerts.tsx'))
const offers = latePart(() => import('./Offers.tsx'))
const pictures = latePart(() => import('./PictureKeeping.tsx'))

/** What they list is fetched by the upload queue: there nobody waits for an idle page. */
const LISTING_PICTURES: readonly string[] = [PAGES.documents, PAGES.prescriptions]

function fetchParts() {
  alerts.want()
  offers.want()
  pictures.want()
}

/**
 * What may appear on any signed-in page, but not before the page itself has: reminder alerts, offers, the upload queue.
 * They run on while the app is locked.
 */
export function LateParts() {
  const alertsPart = alerts.use()
  const offersPart = offers.use()
  const picturesPart = pictures.use()
  const isListing = LISTING_PICTURES.includes(useLocation().pathname)
  useEffect(() => {
    if (isListing) pictures.want()
  }, [isListing])
  useEffect(() => {
    whenIdle(fetchParts)
    // Without a worker yet, what could not be fetched has another chance when the network is back.
    addEventListener('online', fetchParts)
    return () => removeEventListener('online', fetchParts)
  }, [])
  return (
    <>
      {alertsPart ? <alertsPart.default /> : null}
      {offersPart ? <offersPart.Offers /> : null}
      {picturesPart ? <picturesPart.PictureKeeping /> : null}
    </>
  )
}
