import { Info } from 'lucide-react'
import { useState } from 'react'
import { deviceWords } from '#domain/doses/device-words.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { labelWords, momentWords } from '#domain/doses/dose-words.ts'
import { msOf } from '#domain/lib/instant.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { DoseDetails } from '#src/data/dose-commands.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'
import { portionOf } from './amount.ts'
import { DoseButtons } from './DoseButtons.tsx'
import { DoseFields } from './DoseFields.tsx'
import { initialValues } from './initial-values.ts'
import { LogTwice } from './LogTwice.tsx'
import { SlotMoment, SlotTile } from './SlotHead.tsx'
import { useDoseForm } from './use-dose-form.ts'
import { useLogSlot } from './use-log-slot.ts'

interface LogSlotProps {
  view: SlotView
  /** The medication's own word; it may say how much. */
  frequency: string
  /** It is logged already and should be logged otherwise. */
  isChange: boolean
  onClose: () => void
}

/** The form of a planned dose: when, how much, a note; or Snooze and Skip. */
export function LogSlot({ view, frequency, isChange, onClose }: LogSlotProps) {
  const { zone, device } = useSession()
  const now = useNow(10_000)
  const [opened] = useState(() => ({ view, now }))
  const portion = portionOf([view.dosage, view.instructions, frequency, view.name])
  const initial = initialValues(opened.view, { portion, now: opened.now, zone, isChange })
  const dose = useDoseForm({ initial, portion, plannedAt: view.slot.at, now, zone })
  const log = useLogSlot(view, { isChange, onDone: onClose })
  const [asking, setAsking] = useState<{ details: DoseDetails; last: DoseEvent } | null>(null)

  const take = async () => {
    const details = dose.details()
    if (!details) return
    const last = isChange ? null : await log.takenMeanwhile()
    if (last) setAsking({ details, last })
    else await log.take(details)
  }
  const { outcome } = view
  const meanwhile =
    !isChange && (outcome.kind === 'taken' || outcome.kind === 'skipped') ? outcome.event : null
  const sayWhen = (event: DoseEvent) =>
    `${momentWords(msOf(event.at), view.slot.date, zone)} ${deviceWords(event, device)}`

  return (
    <>
      <Sheet
        icon={<SlotTile view={view} />}
        title={view.name}
        sub={labelWords(view) || undefined}
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
            onSkip={() => log.skip(dose.note())}
          />
        }
      >
        <SlotMoment view={view} now={now} zone={zone} />
        {meanwhile ? (
          <Notice tone="due" role="status" icon={<Info className="icon" />} title="Logged in the meantime.">
            {meanwhile.kind === 'taken' ? 'Taken' : 'Skipped'} at {sayWhen(meanwhile)}.
          </Notice>
        ) : null}
        <DoseFields
          dose={dose}
          portion={portion}
          planned={view.slot.at <= now ? formatTime12(view.slot.time) : null}
        />
      </Sheet>
      {asking ? (
        <LogTwice
          sentence={`${view.name} was logged as taken at ${sayWhen(asking.last)}. Logging it again adds a second dose.`}
          onConfirm={() => log.takeAnother(asking.details)}
          onCancel={() => setAsking(null)}
        />
      ) : null}
    </>
  )
}

/** Only what rings can rest: an upcoming dose has its time, a missed one is over. */
const isRinging = ({ state }: SlotView): boolean => state === 'due' || state === 'late' || state === 'snoozed'
