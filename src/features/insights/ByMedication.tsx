import type { MedicationRecord } from '#domain/insights/insights.ts'
import { apart } from '#domain/language/apart.ts'
import { t } from '#domain/language/translate.ts'
import { inRow } from '#domain/lib/text.ts'
import { ShowAsTable } from '#src/ui/ShowAsTable.tsx'
import { Bar } from './Bar.tsx'
import { countText, percentText } from './insights-text.ts'

/** How much of each medicine was taken in the last four weeks; the table also has the year. */
export function ByMedication({ records }: { records: readonly MedicationRecord[] }) {
  const recent = records.filter((record) => record.recent.counted > 0)
  const share = (adherence: MedicationRecord['recent']) =>
    adherence.counted === 0 ? '–' : `${percentText(adherence)} (${countText(adherence)})`
  return (
    <section className="card" aria-labelledby="insights-medications">
      <h2 id="insights-medications">{t('By medication')}</h2>
      <p className="small quiet">
        {recent.length === 0 ? t('No planned doses in the last four weeks.') : t('The last four weeks.')}
      </p>
      <ul className="stack bars">
        {recent.map((record) => (
          <Bar
            key={record.id}
            adherence={record.recent}
            name={
              <span className="bars__name">
                <strong>{record.name}</strong>
                {record.dosage ? <span className="quiet"> {apart(record.dosage)}</span> : null}
              </span>
            }
          >
            {recentText(record.recent)}
          </Bar>
        ))}
      </ul>
      <ShowAsTable
        caption={t('Doses taken by medication')}
        head={[t('Medication'), t('Last 4 weeks'), t('Last 13 weeks'), t('Last 12 months')]}
        rows={records.map((record) => [
          [record.name, record.dosage].filter(Boolean).map(apart).join(' '),
          share(record.recent),
          share(record.quarter),
          share(record.year),
        ])}
      />
    </section>
  )
}

/** Returns `9 of 12 taken, 1 skipped, 2 missed`. */
const recentText = ({ taken, counted, skipped, missed }: MedicationRecord['recent']): string =>
  inRow([
    t('{taken} of {all} taken', { taken, all: counted }),
    skipped > 0 && t('{count} skipped', { count: skipped }),
    missed > 0 && t('{count} missed', { count: missed }),
  ])
