import { type LucideIcon, Moon, Sun, Sunrise, Sunset } from 'lucide-react'
import { type DayPart, PART_LABELS } from '#domain/insights/day-parts.ts'
import { latenessText } from '#domain/insights/doctor-summary.ts'
import type { Insights, PartRecord } from '#domain/insights/insights.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { ShowAsTable } from '#src/ui/ShowAsTable.tsx'
import { Bar } from './Bar.tsx'
import { countText, percentText } from './insights-text.ts'

export const PART_ICONS: Record<DayPart, LucideIcon> = {
  morning: Sunrise,
  midday: Sun,
  evening: Sunset,
  night: Moon,
}

/** How the last four weeks went in the morning, at midday, in the evening and at night. */
export function ByTimeOfDay({ insights: { parts, averageLate } }: { insights: Insights }) {
  return (
    <section className="card" aria-labelledby="insights-parts">
      <h2 id="insights-parts">{t('By time of day')}</h2>
      <p className="small quiet">
        {averageLate === null
          ? t('The last four weeks.')
          : t('The last four weeks. {lateness}.', { lateness: latenessText(averageLate) })}
      </p>
      {parts.length === 0 ? null : (
        <>
          <ul className="stack bars">
            {parts.map((record) => {
              const Icon = PART_ICONS[record.part]
              return (
                <Bar
                  key={record.part}
                  adherence={record}
                  name={
                    <>
                      <Icon className="icon" aria-hidden="true" />
                      <strong>{t(PART_LABELS[record.part].title)}</strong>
                    </>
                  }
                >
                  {partText(record)}
                </Bar>
              )
            })}
          </ul>
          <ShowAsTable
            caption={t('Doses by time of day in the last four weeks')}
            head={[t('Time of day'), t('Taken'), t('Skipped'), t('Missed'), t(msg('Share', 'part of the doses'))]}
            rows={parts.map((record) => [
              t(PART_LABELS[record.part].title),
              countText(record),
              `${record.skipped}`,
              `${record.missed}`,
              percentText(record),
            ])}
          />
        </>
      )}
    </section>
  )
}

/** Returns `4 medicines, usually at 8:02 AM`. */
function partText({ medicines, usual }: PartRecord): string {
  if (usual === null) return t('{count, plural, one {# medicine} other {# medicines}}', { count: medicines })
  return t('{count, plural, one {# medicine} other {# medicines}}, usually at {time}', {
    count: medicines,
    time: formatTime12(usual),
  })
}
