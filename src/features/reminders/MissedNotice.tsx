import { ClockAlert } from 'lucide-react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { t } from '#domain/language/translate.ts'
import { doseLink } from '#src/session/links.ts'
import { useMay } from '#src/session/may.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { RichText } from '#src/ui/RichText.tsx'

/** What is not logged, stated once and without blame, to those who may log it; the button opens the first of them. */
export function MissedNotice({ missed }: { missed: readonly SlotView[] }) {
  const [first] = missed
  const mayLog = useMay('log')
  if (!first || !mayLog) return null
  return (
    <div className="notice rem__note" data-tone="plain">
      <ClockAlert className="icon" />
      <p>
        <RichText
          text={t(
            '<strong>{count, plural, one {One dose from earlier is not logged yet.} other {# doses from earlier are not logged yet.}}</strong> Whenever you’re ready: say what you remember.',
            { count: missed.length },
          )}
          tags={{ strong: (part) => <strong>{part}</strong> }}
        />
      </p>
      <ButtonLink variant="plain" to={doseLink(first.slot.id)}>
        {missed.length > 1 ? t('Settle the first') : t('Settle it')}
      </ButtonLink>
    </div>
  )
}
