import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { displayNameOf } from '#domain/records/user.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { printedList, whenWords } from './printed-list.ts'

/** “My medicines” on paper, for a doctor or a hospital bag. Not on the screen: the page prints as this. */
export function PrintedList({ medications }: { medications: readonly ListedMedication[] }) {
  const { user, zone } = useSession()
  const { date } = localAt(useNow(), zone)
  const { planned, asNeeded } = printedList(medications)
  return (
    <section className="printed" aria-label="My medicines">
      <header>
        <h2>My medicines</h2>
        <p>
          {displayNameOf(user)}, {formatDate(date)}
        </p>
      </header>
      {planned.length > 0 ? <Table of={planned} /> : null}
      {asNeeded.length > 0 ? (
        <>
          <h3>Only when needed</h3>
          <Table of={asNeeded} />
        </>
      ) : null}
      <p className="printed__foot">
        As entered in Dosewell. Where a label or a doctor says otherwise, that counts.
      </p>
    </section>
  )
}

function Table({ of: medications }: { of: readonly ListedMedication[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Medicine</th>
          <th scope="col">Dosage</th>
          <th scope="col">When</th>
          <th scope="col">Instructions</th>
        </tr>
      </thead>
      <tbody>
        {medications.map((medication) => (
          <tr key={medication.id}>
            <th scope="row">
              {medication.name}
              {medication.important ? <span> (important)</span> : null}
            </th>
            <td>{medication.dosage}</td>
            <td>{whenWords(medication)}</td>
            <td>{medication.instructions}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
