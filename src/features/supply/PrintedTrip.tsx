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
    <section className="printed" aria-label="To pack">
      <header>
        <h2>To pack</h2>
        <p>
          {name}, {datesText(dates)}
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">Medicine</th>
            <th scope="col">Dosage</th>
            <th scope="col">To pack</th>
            <th scope="col">Note</th>
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
        Counted with Dosewell on {formatDate(date)} from what {name} entered; not checked by a doctor or pharmacist.
      </p>
    </section>
  )
}
