import { agoText } from '#domain/doses/dose-text.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { msOf } from '#domain/lib/instant.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { useLastTaken } from '#src/session/reads.ts'
import { useNow } from '#src/session/use-now.ts'

/** "Last taken 2 hours ago", for medications taken only when needed. */
export function LastTaken({ id }: { id: MedicationId }) {
  const now = useNow()
  const last = useLastTaken(id)
  const load = useFirstLoad()
  if (last === undefined || load === undefined) return null
  const never = load === 'loaded' ? 'Not logged yet' : 'Not logged on this device yet'
  return <p className="small quiet">{last === null ? never : `Last taken ${agoText(msOf(last.at), now)}`}</p>
}
