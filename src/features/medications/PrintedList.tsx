import { t } from '#domain/language/translate.ts'
import { formatDate, type LocalDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { localAt } from '#domain/lib/zone.ts'
import { dosageText } from '#domain/records/dosage-text.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { printedList, recentlyStopped, whenText } from '#domain/records/printed-list.ts'
import { displayNameOf } from '#domain/records/user.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { classNames } from '#src/ui/class-names.ts'
import { MedicineGlyph } from '#src/ui/MedicineGlyph.tsx'

/** How many rows a sheet holds at the most readable size. Longer lists are set smaller, to need few sheets. */
const ROOMY = 18

/** “My medicines” on paper, for a doctor or a hospital bag. Not shown on screen: it is how the page prints. */
export function PrintedList({ medications }: { medications: readonly ListedMedication[] }) {
  const { user, zone } = useSession()
  const now = useNow()
  const { date } = localAt(now, zone)
  const name = displayNameOf(user)
  const { planned, asNeeded } = printedList(medications)
  const stopped = recentlyStopped(medications, now, zone)
  return (
    <section
      className={classNames('printed', planned.length + asNeeded.length > ROOMY && 'printed--dense')}
      aria-label={t('My medicines')}
    >
      <header>
        <h2>{t('My medicines')}</h2>
        <p>
          {name}, {formatDate(date)}
        </p>
      </header>
      {planned.length > 0 ? <Table of={planned} all={medications} today={date} /> : null}
      {asNeeded.length > 0 ? (
        <>
          <h3>{t('Only when needed')}</h3>
          <Table of={asNeeded} all={medications} today={date} />
        </>
      ) : null}
      {stopped.length > 0 ? (
        <p className="printed__foot">{t('Stopped in the last 30 days: {medicines}', { medicines: inRow(stopped) })}</p>
      ) : null}
      <p className="printed__foot">
        {t(
          'Prepared with Dosewell on {date} from what {name} entered; not checked by a doctor or pharmacist. If a label or a doctor says otherwise, follow them.',
          { date: formatDate(date), name },
        )}
      </p>
    </section>
  )
}

interface TableProps {
  of: readonly ListedMedication[]
  /** All medications, of which some follow others. */
  all: readonly ListedMedication[]
  today: LocalDate
}

function Table({ of: medications, all, today }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('Medicine')}</th>
          <th scope="col">{t('Dosage')}</th>
          <th scope="col">{t('When')}</th>
          <th scope="col">{t('Instructions')}</th>
        </tr>
      </thead>
      <tbody>
        {medications.map((medication) => (
          <tr key={medication.id}>
            <th scope="row">
              {(medication.look ?? medication.photo) ? <MedicineGlyph picture={medication} words={[]} /> : null}
              {medication.name}
              {medication.important ? <span> {t('(important)')}</span> : null}
            </th>
            <td>{dosageText(medication)}</td>
            <td>{whenText(medication, today, all)}</td>
            <td className="pre-line">{medication.instructions}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
