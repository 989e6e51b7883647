import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PAGES } from '#domain/protocol/pages.ts'
import { deliverScans, scansChanged, useKeptScans } from '#src/session/scans.ts'
import { useSession } from '#src/session/session.ts'
import { toast } from '#src/ui/toast-store.ts'

/** Not every network that comes back is noticed. */
const RETRY_MS = 60_000

/** Has pictures read that were kept without a connection, on whatever page the person is when it comes back. Draws nothing. */
export function ScanDelivery() {
  const { db, user } = useSession()
  const isWaiting = useKeptScans()?.some(({ problem }) => problem === null) ?? false
  const navigate = useNavigate()
  const isThere = useLocation().pathname === PAGES.prescriptions
  useEffect(() => {
    if (!isWaiting) return
    const run = async () => {
      const read = await deliverScans(db, user.id)
      if (read.length === 0) return
      scansChanged()
      toast({
        title: read.length === 1 ? 'Your scan was read' : `${read.length} scans were read`,
        description: 'Check what was found. Nothing is saved until you add it.',
        ...(isThere ? {} : { action: { label: 'Check', run: () => navigate(PAGES.prescriptions) } }),
      })
    }
    const deliver = () => void run()
    deliver()
    addEventListener('online', deliver)
    const again = setInterval(deliver, RETRY_MS)
    return () => {
      removeEventListener('online', deliver)
      clearInterval(again)
    }
  }, [db, user.id, isWaiting, isThere, navigate])
  return null
}
