import { stateText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { CONFLICT_LABELS, slotConflict } from '#domain/doses/slot-conflict.ts'
import { isSettled } from '#domain/doses/slot-state.ts'
import { inSentences } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import type { LogDose } from '#src/session/doses.ts'
import { doseLink, editMedicationLink } from '#src/session/links.ts'
import { useMay } from '#src/session/may.ts'
import { SlotGlyph } from '#src/session/SlotGlyph.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Link } from '#src/ui/Link.tsx'
import { howText } from './how-text.ts'
import { ReminderActions } from './ReminderActions.tsx'
import { ReminderFrame } from './ReminderFrame.tsx'

interface ReminderRowProps {
  view: SlotView
  /** Only active medications can be edited (specification, section 4). */
  editable: boolean
  /** A dose that is still open after midnight. */
  fromYesterday: boolean
  now: number
  zone: string
  log: LogDose
}

/** One planned dose. Its name opens its sheet. */
export function ReminderRow({ view, editable, fromYesterday, now, zone, log }: ReminderRowProps) {
  const [mayChange, mayLog] = [useMay('change'), useMay('log')]
  const conflict = slotConflict(view.events)
  const how = inSentences([
    fromYesterday && t('Yesterday'),
    conflict && t(CONFLICT_LABELS[conflict.kind]),
    howText(view, mayLog),
  ])
  return (
    <ReminderFrame
      state={view.state}
      time={formatTime12(shownTime(view.slot))}
      word={stateText(view, now, zone)}
      main={
        <>
          {isSettled(view.state) ? null : <SlotGlyph view={view} />}
          <Link className="dose__link grow" to={doseLink(view.slot.id)}>
            <span className="dose__name">{view.name}</span>
            {how ? <span className="dose__how">{how}</span> : null}
          </Link>
          {editable && mayChange ? (
            <ButtonLink
              variant="quiet"
              to={editMedicationLink(view.slot.medicationId)}
              aria-label={t('Edit {medicine}', { medicine: view.name })}
            >
              {t('Edit')}
            </ButtonLink>
          ) : null}
        </>
      }
      actions={mayLog ? <ReminderActions view={view} log={log} /> : null}
    />
  )
}
