import { ClockAlert } from 'lucide-react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { doseLink } from '#src/session/links.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'

/** What is not logged, stated once and without blame; the button opens the first of them. */
export function MissedNotice({ missed }: { missed: readonly SlotView[] }) {
  const [first] = missed
  if (!first) return null
  const many = missed.length > 1
  return (
    <div className="notice rem__note" data-tone="plain">
      <ClockAlert className="icon" />
      <p>
        <strong>
          {many
            ? `${missed.length} doses from earlier are not logged yet.`
            : 'One dose from earlier is not logged yet.'}
        </strong>{' '}
        Whenever you’re ready: say what you remember.
      </p>
      <ButtonLink variant="plain" to={doseLink(first.slot.id)}>
        {many ? 'Settle the first' : 'Settle it'}
      </ButtonLink>
    </div>
  )
}
