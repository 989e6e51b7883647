import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { bookText, excessText, leftText } from '#domain/supply/supply-text.ts'
import type { Supply } from '#src/data/supply-reads.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'

/** What is left and until when, what was logged beyond it, and by when to book an appointment. */
export function SupplyLines({ supply }: { supply: Supply | undefined }) {
  const { zone } = useSession()
  const today = localAt(useNow(), zone).date
  const state = supply?.state
  if (!state) return <p>{t('Not counted yet')}</p>
  const more = [excessText(state), bookText(state, today)].filter((line) => line !== null)
  return (
    <div>
      <p>{leftText(state)}</p>
      {more.map((line) => (
        <p key={line} className="small quiet">
          {line}
        </p>
      ))}
    </div>
  )
}
