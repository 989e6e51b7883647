import { agoText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import type { Medication } from '#domain/records/medication.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { useLastTaken } from '#src/session/last-taken.ts'
import { useLimitLines } from '#src/session/limits.ts'
import { useNow } from '#src/session/use-now.ts'

/** "Last taken 2 hours ago" and what the label says of the next dose, for medications taken only when needed. */
export function LastTaken({ medication }: { medication: Medication }) {
  const { id } = medication
  const now = useNow()
  const last = useLastTaken(id)
  const load = useFirstLoad()
  const lines = useLimitLines(medication)
  if (last === undefined || load === undefined) return null
  const never = load === 'loaded' ? t('Not logged yet') : t('Not logged on this device yet')
  const taken = last === null ? never : t('Last taken {ago}', { ago: agoText(msOf(last.at), now) })
  return [taken, ...lines].map((line) => (
    <p key={line} className="small quiet">
      {line}
    </p>
  ))
}
