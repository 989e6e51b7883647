import { amountText, clockText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { inRow } from '#domain/lib/text.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { LogDose } from '#src/session/doses.ts'
import { UndoButton } from '#src/session/UndoButton.tsx'
import { StateBadge } from '#src/ui/StateBadge.tsx'

/** A dose outside the plan: extra, or of a medication taken only when needed. */
export function ExtraLine({ event, zone, log }: { event: DoseEvent; zone: string; log: LogDose }) {
  const { name } = event.snapshot
  const words = inRow([name, amountText(event), event.note && t('“{note}”', { note: event.note })])
  return (
    <div className="slot__line">
      <span className="slot__time">{clockText(msOf(event.at), zone)}</span>
      <StateBadge state="taken">{t('Taken, not planned')}</StateBadge>
      <span className="row row--nowrap row--between w-full">
        <span className="slot__what">{words}</span>
        <UndoButton medicine={name} onClick={() => log({ verb: 'undo', events: [event] })} />
      </span>
    </div>
  )
}
