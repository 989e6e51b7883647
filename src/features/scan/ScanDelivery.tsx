import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { mayUse } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { onNetworkBack } from '#src/platform/network-back.ts'
import { askForHistory, deliverScans, isToBeSent, useKeptScans } from '#src/session/scans.ts'
import { useSession } from '#src/session/session.ts'
import { toast } from '#src/ui/toast-store.ts'

/** If the server answers but has no time for pictures, nothing announces when it has. */
const RETRY_MS = 60_000

/**
 * Sends pictures saved while offline to be read when the connection returns, whichever page is open, as soon as the
 * user may scan (again). Renders nothing.
 */
export function ScanDelivery() {
  const { db, user, whose } = useSession()
  const hasScans = useKeptScans()?.some(isToBeSent) ?? false
  // Without Premium, age or consent, each attempt would send a picture for nothing.
  const isWaiting = hasScans && mayUse(user, 'premium', Date.now()).allowed
  const navigate = useNavigate()
  const isThere = useLocation().pathname === PAGES.prescriptions
  useEffect(() => {
    if (!isWaiting) return
    const run = async () => {
      const read = await deliverScans(db, whose)
      if (read.length === 0) return
      askForHistory()
      toast({
        title: t('{count, plural, one {Your scan was read} other {# scans were read}}', { count: read.length }),
        description: t('Check what was found. Nothing is saved until you add it.'),
        ...(isThere ? {} : { action: { label: t('Check'), run: () => navigate(PAGES.prescriptions) } }),
      })
    }
    const deliver = () => void run()
    deliver()
    const unlisten = onNetworkBack(deliver)
    const again = setInterval(deliver, RETRY_MS)
    return () => {
      unlisten()
      clearInterval(again)
    }
  }, [db, whose, isWaiting, isThere, navigate])
  return null
}
