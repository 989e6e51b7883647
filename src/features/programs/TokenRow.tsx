import { Unplug } from 'lucide-react'
import { dayText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { PersonalToken } from '#domain/protocol/tokens.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { mayLine } from './scope-text.ts'

/** A program with a token: what it may do, since when, and when it was last heard of. */
export function TokenRow({ token, onEnd }: { token: PersonalToken; onEnd(): void }) {
  const { zone } = useSession()
  const today = localAt(useNow(), zone).date
  const { name, scopes, createdAt, lastUsedAt, expiresAt } = token
  const dateOf = (instant: Instant) => localAt(msOf(instant), zone).date
  return (
    <li className="list__row">
      <span className="list__main">
        <span className="list__title wrap-anywhere">{name}</span>
        <span className="list__sub">{mayLine(scopes)}</span>
        <span className="list__sub">
          {/* The server notes a use once an hour, so that no time of day can be said. */}
          {inRow([
            t('Added: {date}', { date: formatDate(dateOf(createdAt)) }),
            lastUsedAt === null
              ? t('Not used yet')
              : t('Last used: {day}', { day: dayText(dateOf(lastUsedAt), today) }),
          ])}
        </span>
        {expiresAt === null ? null : (
          <span className="list__sub">{t('Ends on {date}.', { date: formatDate(dateOf(expiresAt)) })}</span>
        )}
      </span>
      <Button iconOnly aria-label={t('Disconnect {name}', { name })} onClick={onEnd}>
        <Unplug className="icon" aria-hidden="true" />
      </Button>
    </li>
  )
}
