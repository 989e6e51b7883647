import { ArrowLeft, Copy, PackageOpen, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { daysBetween } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { lastTripDay, type TripDates, type TripLine } from '#domain/supply/trip.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { useSession } from '#src/session/session.ts'
import { useTripLines } from '#src/session/trip.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { Section } from '#src/ui/Section.tsx'
import { focusOnceShown } from '#src/ui/show-app.ts'
import { toast } from '#src/ui/toast-store.ts'
import { PrintedTrip } from './PrintedTrip.tsx'
import { datesText, listText, packText, shortText, sourceText } from './trip-text.ts'
import { readTripDates, type TripValues } from './trip-values.ts'

/** /medications?trip: how many of each medicine to pack for the days away, and what will not last. Works offline. */
export default function TripPage() {
  const { zone } = useSession()
  const today = localAt(useNow(), zone).date
  const [values, setValues] = useState<TripValues>({ first: '', last: '' })
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => focusOnceShown(title.current), [])
  const read = readTripDates(values, today)
  const errors = read.ok ? {} : read.error
  const field = (name: keyof TripValues, label: string) => (
    <Field
      label={label}
      type="date"
      min={name === 'last' && values.first ? values.first : today}
      max={lastTripDay(today)}
      value={values[name]}
      error={errors[name]}
      onChange={({ target }) => setValues({ ...values, [name]: target.value })}
    />
  )
  return (
    <div className="page">
      <PageHead
        title={t('Pack for a trip')}
        titleRef={title}
        action={
          <ButtonLink variant="plain" to={PAGES.medications}>
            <ArrowLeft className="icon icon--way" />
            {t('My Medications')}
          </ButtonLink>
        }
      />
      <Card className="stack">
        <p>{t('Choose the days you are away. Dosewell counts every dose of them, on this device.')}</p>
        <div className="fields-2">
          {field('first', t('First day'))}
          {field('last', t('Last day'))}
        </div>
      </Card>
      {read.ok ? <Packing dates={read.value} /> : null}
    </div>
  )
}

function Packing({ dates }: { dates: TripDates }) {
  const lines = useTripLines(dates)
  // On paper, half a list looks like a whole one.
  const isWhole = useFirstLoad() === 'loaded'
  if (lines === undefined) return null
  if (lines.length === 0) return <p role="status">{t('None of your medicines is planned on these days.')}</p>
  const days = daysBetween(dates.first, dates.last) + 1
  const short = lines.filter((line) => line.short !== null)
  return (
    <>
      <Section
        title={t('{days, plural, one {For # day} other {For # days}}', { days })}
        aside={<Ways lines={lines} dates={dates} isPrintable={isWhole} />}
      >
        <div className="stack">
          <p role="status" className="quiet">
            {short.length === 0
              ? datesText(dates)
              : t('{dates}. {count, plural, one {# medicine will not last.} other {# medicines will not last.}}', {
                  dates: datesText(dates),
                  count: short.length,
                })}
          </p>
          {short.map((line) => (
            <Notice
              key={line.medication.id}
              tone="due"
              icon={<PackageOpen className="icon" />}
              title={t('{name} will not last', { name: line.medication.name })}
            >
              {shortText(line)}
            </Notice>
          ))}
          <ul className="list card">
            {lines.map((line) => (
              <PackLine key={line.medication.id} line={line} />
            ))}
          </ul>
        </div>
      </Section>
      {isWhole ? <PrintedTrip lines={lines} dates={dates} /> : null}
    </>
  )
}

function PackLine({ line }: { line: TripLine }) {
  const source = sourceText(line)
  return (
    <li className="list__row">
      <span className="list__main">
        <span className="list__title">{line.medication.name}</span>
        {source ? <span className="list__sub">{source}</span> : null}
      </span>
      <span className="list__end">{packText(line)}</span>
    </li>
  )
}

function Ways({ lines, dates, isPrintable }: { lines: readonly TripLine[]; dates: TripDates; isPrintable: boolean }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(listText(lines, dates))
      toast({ title: t('List copied') })
    } catch {
      toast({ title: t('This browser does not let the list be copied'), tone: 'destructive' })
    }
  }
  return (
    <div className="row row--tight">
      <Button variant="plain" onClick={() => void copy()}>
        <Copy className="icon" />
        {t('Copy the list')}
      </Button>
      {isPrintable ? (
        <Button variant="plain" onClick={() => window.print()}>
          <Printer className="icon" />
          {t('Print')}
        </Button>
      ) : null}
    </div>
  )
}
