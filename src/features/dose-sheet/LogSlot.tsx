import { Info } from 'lucide-react'
import { useState } from 'react'
import type { DoseDetails } from '#domain/commands/dose-verbs.ts'
import { deviceText } from '#domain/doses/device-text.ts'
import { labelText, momentText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { portionLogged, portionOf, portionPlanned } from './amount.ts'
import { DoseButtons } from './DoseButtons.tsx'
import { DoseFields } from './DoseFields.tsx'
import { initialValues, settledBy } from './initial-values.ts'
import { LogTwice } from './LogTwice.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { canMove } from './move-times.ts'
import { MovedLine, SlotMoment, SlotTile } from './SlotHead.tsx'
import { useDoseForm } from './use-dose-form.ts'
import { useLogSlot } from './use-log-slot.ts'

/** The dose was logged as taken while its form was open, so the user is asked what the press meant. */
interface Question {
  about: 'take' | 'skip'
  details: DoseDetails
  last: DoseEvent
}

interface LogSlotProps {
  view: SlotView
  /** The medication's own text, which may say how much. */
  frequency: string
  /** It is already logged, and the entry is to be changed. */
  isChange: boolean
  onClose: () => void
}

/** The form of a planned dose: when, how much, a note; or Snooze and Skip. */
export function LogSlot({ view, frequency, isChange, onClose }: LogSlotProps) {
  const { zone, device } = useSession()
  const now = useNow(10_000)
  const [opened] = useState(() => ({ view, now }))
  const logged = isChange ? settledBy(opened.view) : null
  const { plannedAmount } = view.slot
  const said = plannedAmount
    ? portionPlanned(plannedAmount)
    : portionOf([view.dosage, view.instructions, frequency, view.name])
  const portion = logged ? portionLogged(said, logged) : said
  const initial = initialValues(opened.view, { portion, now: opened.now, zone, logged })
  const loggedAt = logged && msOf(logged.at)
  const dose = useDoseForm({ initial, portion, plannedAt: view.slot.at, loggedAt, now, zone })
  const log = useLogSlot(view, { isChange, onDone: onClose })
  const [asking, setAsking] = useState<Question | null>(null)
  const [isMoving, setMoving] = useState(false)
  // The button that undoes a move goes with it.
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLDivElement>(view.slot.movedTo)

  const unlessTaken = async (about: Question['about'], details: DoseDetails) => {
    const last = isChange ? null : await log.takenMeanwhile()
    if (last) setAsking({ about, details, last })
    else await log[about](details)
  }
  const take = async () => {
    const details = dose.details()
    if (details) await unlessTaken('take', details)
  }
  /** A skipped dose keeps its moment, whatever else is changed. */
  const skip = () => unlessTaken('skip', { ...dose.note(), ...(logged?.kind === 'skipped' ? { at: logged.at } : {}) })
  const meanwhile = isChange ? null : settledBy(view)
  const valuesOf = (event: DoseEvent) => ({
    medicine: view.name,
    time: momentText(msOf(event.at), view.slot.date, zone),
    where: deviceText(event, device),
  })

  return (
    <>
      <Sheet
        icon={<SlotTile view={view} />}
        title={view.name}
        sub={labelText(view) || undefined}
        onClose={onClose}
        onSubmit={(event) => {
          event.preventDefault()
          void take()
        }}
        footer={
          <DoseButtons
            label={dose.label}
            busy={log.busy}
            onSnooze={!isChange && isRinging(view) ? (minutes) => log.snooze(minutes) : undefined}
            onMove={!isChange && canMove(view, now, zone) ? () => setMoving(true) : undefined}
            onSkip={() => void skip()}
          />
        }
      >
        <div className="stack gap-2" ref={area}>
          <div ref={fallback} tabIndex={-1}>
            <SlotMoment view={view} now={now} zone={zone} />
          </div>
          {isChange ? null : <MovedLine view={view} onUndo={() => void log.undoMove()} />}
        </div>
        {meanwhile ? (
          <Notice tone="due" role="status" icon={<Info className="icon" />} title={t('Logged in the meantime.')}>
            {meanwhile.kind === 'taken'
              ? t('Taken at {time} {where}.', valuesOf(meanwhile))
              : t('Skipped at {time} {where}.', valuesOf(meanwhile))}
          </Notice>
        ) : null}
        <DoseFields
          dose={dose}
          portion={portion}
          planned={view.slot.at <= now ? formatTime12(shownTime(view.slot)) : null}
        />
      </Sheet>
      {isMoving ? (
        <MoveDialog
          view={view}
          busy={log.busy}
          now={now}
          onMove={(to) => void log.move(to)}
          onCancel={() => setMoving(false)}
        />
      ) : null}
      {asking?.about === 'skip' ? (
        <ConfirmDialog
          title={t('Skip it instead?')}
          confirmLabel={t('Skip it instead')}
          variant="primary"
          onConfirm={() => log.skip(asking.details)}
          onCancel={() => setAsking(null)}
        >
          <p>
            {t('{medicine} was logged as taken at {time} {where}. Skipping takes that back.', valuesOf(asking.last))}
          </p>
        </ConfirmDialog>
      ) : null}
      {asking?.about === 'take' ? (
        <LogTwice
          sentence={t(
            '{medicine} was logged as taken at {time} {where}. Logging it again adds a second dose.',
            valuesOf(asking.last),
          )}
          onConfirm={() => log.takeAnother(asking.details)}
          onCancel={() => setAsking(null)}
        />
      ) : null}
    </>
  )
}

/**
 * Returns whether it can be snoozed. Only an active reminder can: an upcoming dose has its time, a missed one is over.
 */
const isRinging = ({ state }: SlotView): boolean => state === 'due' || state === 'late' || state === 'snoozed'
