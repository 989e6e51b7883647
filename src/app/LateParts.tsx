import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { PAGES } from '#domain/protocol/pages.ts'
import { whenIdle } from '#src/ui/idle.ts'
import { latePart } from '#src/ui/late-part.ts'
// Imported here rather than in the offer: the browser fires the install event once, soon after load.
import './install-offer-store.ts'

const offers = latePart(() => import('./Offers.tsx'))
const pictures = latePart(() => import('./PictureKeeping.tsx'))

/** The upload queue fetches the lists of these pages, so they do not wait for an idle page. */
const LISTING_PICTURES: readonly string[] = [PAGES.documents, PAGES.prescriptions]

function fetchParts() {
  offers.want()
  pictures.want()
}

/**
 * What may appear on any signed-in page, but only after the page itself: offers, the upload queue. All of it keeps
 * running while the app is locked.
 */
export function LateParts() {
  const offersPart = offers.use()
  const picturesPart = pictures.use()
  const isListing = LISTING_PICTURES.includes(useLocation().pathname)
  useEffect(() => {
    if (isListing) pictures.want()
  }, [isListing])
  useEffect(() => {
    whenIdle(offers.want)
    whenIdle(pictures.want)
    // Without a worker yet, parts that failed to load get another chance when the network returns.
    addEventListener('online', fetchParts)
    return () => removeEventListener('online', fetchParts)
  }, [])
  return (
    <>
      {offersPart ? <offersPart.Offers /> : null}
      {picturesPart ? <picturesPart.PictureKeeping /> : null}
    </>
  )
}
