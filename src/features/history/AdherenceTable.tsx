import type { Adherence } from '#domain/doses/adherence.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { apart } from '#domain/language/apart.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import { Section } from '#src/ui/Section.tsx'
import { adherenceRows, adherenceText } from './adherence-text.ts'

const WEEK = msg('Last 7 days')
const MONTH = msg('Last 30 days')

interface AdherenceTableProps {
  medications: readonly Medication[]
  /** The planned doses of the last 30 days. */
  slots: readonly SlotView[]
  today: LocalDate
}

/** How much of the last 7 and 30 days was taken, per medication, in percent, words and bars (part of the free plan). */
export function AdherenceTable({ medications, slots, today }: AdherenceTableProps) {
  const rows = adherenceRows(medications, slots, addDays(today, -6))
  return (
    <Section title={t('Doses taken')} id="adherence">
      {rows.length === 0 ? (
        <p className="quiet">{t('No doses counted yet. A dose counts once it is taken, skipped or missed.')}</p>
      ) : (
        <div className="card adherence">
          <table aria-labelledby="adherence">
            <thead className="small quiet">
              <tr>
                <th scope="col">{t('Medication')}</th>
                <th scope="col">{t(WEEK)}</th>
                <th scope="col">{t(MONTH)}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <span className="strong">{row.name}</span>
                    {row.dosage ? <span className="block small quiet">{apart(row.dosage)}</span> : null}
                  </th>
                  <Share adherence={row.week} span={t(WEEK)} />
                  <Share adherence={row.month} span={t(MONTH)} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

function Share({ adherence, span }: { adherence: Adherence; span: string }) {
  const { percent } = adherence
  return (
    <td data-span={span}>
      {percent === null ? null : (
        <>
          <span className="strong num">{t('{percent}%', { percent })}</span>
          <span className="bars__track" aria-hidden="true">
            <span className="bars__fill" style={{ width: `${percent}%` }} />
          </span>
        </>
      )}
      <span className="small quiet block">{adherenceText(adherence)}</span>
    </td>
  )
}
