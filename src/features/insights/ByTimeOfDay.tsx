import { type LucideIcon, Moon, Sun, Sunrise, Sunset } from 'lucide-react'
import { type DayPart, PART_WORDS } from '#domain/insights/day-parts.ts'
import { latenessWords } from '#domain/insights/doctor-summary.ts'
import type { Insights, PartRecord } from '#domain/insights/insights.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { ShowAsTable } from '#src/ui/ShowAsTable.tsx'
import { Bar } from './Bar.tsx'
import { countWords, percentWords } from './insights-words.ts'

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
      <h2 id="insights-parts">By time of day</h2>
      <p className="small quiet">The last four weeks.{averageLate === null ? '' : ` ${latenessWords(averageLate)}.`}</p>
      {parts.length === 0 ? null : (
        <>
          <ul className="bars">
            {parts.map((record) => {
              const Icon = PART_ICONS[record.part]
              return (
                <Bar
                  key={record.part}
                  adherence={record}
                  name={
                    <>
                      <Icon className="icon" aria-hidden="true" />
                      <strong>{PART_WORDS[record.part].title}</strong>
                    </>
                  }
                >
                  {partWords(record)}
                </Bar>
              )
            })}
          </ul>
          <ShowAsTable
            caption="Doses by time of day in the last four weeks"
            head={['Time of day', 'Taken', 'Skipped', 'Missed', 'Share']}
            rows={parts.map((record) => [
              PART_WORDS[record.part].title,
              countWords(record),
              `${record.skipped}`,
              `${record.missed}`,
              percentWords(record),
            ])}
          />
        </>
      )}
    </section>
  )
}

/** `4 medicines, usually at 8:02 AM`. */
function partWords({ medicines, usual }: PartRecord): string {
  const count = medicines === 1 ? '1 medicine' : `${medicines} medicines`
  return usual === null ? count : `${count}, usually at ${formatTime12(usual)}`
}
