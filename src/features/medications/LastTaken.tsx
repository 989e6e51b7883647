import type { MedicationId } from '#domain/lib/ids.ts'
import { msOf } from '#domain/lib/instant.ts'
import { useLastTaken } from '#src/session/reads.ts'
import { useNow } from '#src/session/use-now.ts'
import { agoWords } from './medication-words.ts'

/** "Last taken 2 hours ago", for what is taken only when needed. */
export function LastTaken({ id }: { id: MedicationId }) {
  const now = useNow()
  const last = useLastTaken(id)
  if (last === undefined) return null
  return (
    <p className="small quiet">
      {last === null ? 'Not logged yet' : `Last taken ${agoWords(msOf(last.at), now)}`}
    </p>
  )
}
