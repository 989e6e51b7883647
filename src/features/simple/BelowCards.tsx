import { LayoutGrid } from 'lucide-react'
import type { ComponentType } from 'react'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import { t } from '#domain/language/translate.ts'
import { ATTENTION_LINK } from '#src/session/links.ts'
import { OnHold } from '#src/session/OnHold.tsx'
import { useOutbox } from '#src/session/reads.ts'
import { SessionContext, useSession } from '#src/session/session.ts'
import { pauseSimpleView } from '#src/session/simple-view.ts'
import { syncText } from '#src/session/sync-text.ts'
import { useNow } from '#src/session/use-now.ts'
import { WhoseMark } from '#src/session/WhoseMark.tsx'
import { Button } from '#src/ui/Button.tsx'
import { SyncLine } from '#src/ui/SyncLine.tsx'
import type { PersonDay, Someone } from './person-day.ts'

interface BelowCardsProps {
  /** Asks about doses that several devices logged. */
  Conflicts: ComponentType<{ conflicts: readonly SlotConflict[] }>
  everybody: readonly (Someone & PersonDay)[]
}

/** Below the card: questions about the log, what is not saved yet, and the way to everything else. */
export function BelowCards({ everybody, Conflicts }: BelowCardsProps) {
  return (
    <div className="stack simple__below">
      {everybody.map(({ id, session, conflicts }) =>
        conflicts.length > 0 ? (
          <SessionContext key={id} value={session}>
            <WhoseMark />
            <Conflicts conflicts={conflicts} />
          </SessionContext>
        ) : null,
      )}
      <OnHold />
      <Unsaved />
      <Button variant="plain" size="lg" block onClick={() => pauseSimpleView(true)}>
        <LayoutGrid className="icon" aria-hidden="true" />
        {t('Show everything')}
      </Button>
    </div>
  )
}

/** What only this device has, or what needs the user; nothing while everything is saved. */
function Unsaved() {
  const { sync, zone } = useSession()
  const outbox = useOutbox()
  const now = useNow()
  if (!outbox) return null
  const { state, sentence } = syncText(outbox, sync.phase, now, zone)
  if (state === 'saved') return null
  return (
    <SyncLine state={state} to={ATTENTION_LINK}>
      {sentence}
    </SyncLine>
  )
}
