import { useEffect } from 'react'
import { latePart } from '#src/ui/late-part.ts'

const notices = latePart(() => import('#src/features/supply/SupplyNotices.tsx'))

/** Says on home what runs out or expires soon; its code is loaded after the first screenful. */
export function Supplies() {
  const part = notices.use()
  useEffect(notices.want, [])
  return part ? <part.SupplyNotices /> : null
}
