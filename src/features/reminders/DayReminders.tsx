import type { ReactNode, RefObject } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { t } from '#domain/language/translate.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { useLogDose } from '#src/session/doses.ts'
import type { Day } from '#src/session/reads.ts'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { ExtraRow } from './ExtraRow.tsx'
import { MissedNotice } from './MissedNotice.tsx'
import { ReminderRow } from './ReminderRow.tsx'
import { type ReminderItem, reminderSections } from './reminder-sections.ts'

interface DayRemindersProps {
  day: Day
  medications: readonly ListedMedication[]
  zone: string
}

/** The day in three parts: what needs the user now, what is coming, what is past. */
export function DayReminders({ day, medications, zone }: DayRemindersProps) {
  const log = useLogDose()
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLHeadingElement>(day.slots)
  const { now, later, earlier, missed } = reminderSections(day.slots, day.extras)
  const editable = new Set(medications.filter(({ isActive }) => isActive).map(({ id }) => id))

  const row = (view: SlotView) => (
    <ReminderRow
      key={view.slot.id}
      view={view}
      editable={editable.has(view.slot.medicationId)}
      fromYesterday={view.slot.date !== day.date}
      now={day.now}
      zone={zone}
      log={log}
    />
  )
  const item = (entry: ReminderItem) =>
    entry.kind === 'slot' ? (
      row(entry.view)
    ) : (
      <ExtraRow key={entry.event.id} event={entry.event} zone={zone} log={log} />
    )

  const parts = [
    { title: t('Needs you now'), rows: now.map(row) },
    { title: t('Later today'), rows: later.map(row) },
    { title: t('Earlier today'), rows: earlier.map(item) },
  ].filter(({ rows }) => rows.length > 0)

  return (
    <div ref={area}>
      <MissedNotice missed={missed} />
      {parts.map(({ title, rows }, index) => (
        <Part key={title} title={title} heading={index === 0 ? fallback : undefined}>
          {rows}
        </Part>
      ))}
    </div>
  )
}

interface PartProps {
  title: string
  /** The first heading takes the focus when the row that had it disappears. */
  heading: RefObject<HTMLHeadingElement | null> | undefined
  children: ReactNode
}

function Part({ title, heading, children }: PartProps) {
  return (
    <section aria-label={title}>
      <h2 className="rem__h" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <ul className="stack rem__rows">{children}</ul>
    </section>
  )
}
