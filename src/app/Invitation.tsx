import { useSearchParams } from 'react-router-dom'
import { OFFER_PARAM } from '#domain/protocol/pages.ts'
import { OfferDialog } from '#src/features/people/OfferDialog.tsx'

/** The invitation that the address carries, which came from a link. */
export function Invitation() {
  const [params, setParams] = useSearchParams()
  const token = params.get(OFFER_PARAM)
  if (token === null) return null
  const close = () =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(OFFER_PARAM)
        return after
      },
      // The token works once; it need not stay in the history.
      { replace: true },
    )
  return <OfferDialog token={token} onClose={close} />
}
