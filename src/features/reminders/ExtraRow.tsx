import { amountText, clockText } from '#domain/doses/dose-text.ts'
import { inSentences } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { inRow } from '#domain/lib/text.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { LogDose } from '#src/session/doses.ts'
import { useMay } from '#src/session/may.ts'
import { UndoButton } from '#src/session/UndoButton.tsx'
import { ReminderFrame } from './ReminderFrame.tsx'

interface ExtraRowProps {
  event: DoseEvent
  zone: string
  log: LogDose
}

/** A dose outside the plan: extra, or of a medication taken only when needed. */
export function ExtraRow({ event, zone, log }: ExtraRowProps) {
  const { name, dosage } = event.snapshot
  const mayLog = useMay('log')
  const time = clockText(msOf(event.at), zone)
  const words = inRow([dosage, amountText(event)])
  const how = inSentences([words, t('Not planned'), event.note && t('“{note}”', { note: event.note })])
  return (
    <ReminderFrame
      state="taken"
      time={time}
      word={t('Taken {time}', { time })}
      main={
        <div className="grow">
          <span className="dose__name">{name}</span>
          <span className="dose__how">{how}</span>
        </div>
      }
      actions={mayLog ? <UndoButton medicine={name} onClick={() => log({ verb: 'undo', events: [event] })} /> : null}
    />
  )
}
