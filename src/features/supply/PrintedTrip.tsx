import { t } from '#domain/language/translate.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { dosageText } from '#domain/records/dosage-text.ts'
import { displayNameOf } from '#domain/records/user.ts'
import type { TripDates, TripLine } from '#domain/supply/trip.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { datesText, packText, shortText, sourceText } from './trip-text.ts'

/** The packing list on paper. Not shown on screen: it is how the page prints. */
export function PrintedTrip({ lines, dates }: { lines: readonly TripLine[]; dates: TripDates }) {
  const { user, zone } = useSession()
  const { date } = localAt(useNow(), zone)
  const name = displayNameOf(user)
  return (
    <section className="printed" aria-label={t('To pack')}>
      <header>
        <h2>{t('To pack')}</h2>
        <p>
          {name}, {datesText(dates)}
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Medicine')}</th>
            <th scope="col">{t('Dosage')}</th>
            <th scope="col">{t('To pack')}</th>
            <th scope="col">{t('Note')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.medication.id}>
              <th scope="row">{line.medication.name}</th>
              <td>{dosageText(line.medication)}</td>
              <td>{packText(line)}</td>
              <td>{shortText(line) ?? sourceText(line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="printed__foot">
        {t('Counted with Dosewell on {date} from what {name} entered; not checked by a doctor or pharmacist.', {
          date: formatDate(date),
          name,
        })}
      </p>
    </section>
  )
}
