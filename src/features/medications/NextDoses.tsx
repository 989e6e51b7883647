import { CalendarCheck } from 'lucide-react'
import { useId } from 'react'
import { t } from '#domain/language/translate.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { daysText, type NamedMedicine } from '#domain/schedule/days-text.ts'
import { nextDoses } from '#domain/schedule/next-doses.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import type { AfterTaken } from '#domain/schedule/schedule.ts'
import { isEmpty } from '#domain/schedule/timetable.ts'
import { useMedications } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { DoseCalendar } from './guided/DoseCalendar.tsx'
import { firstDoses } from './guided/dose-calendar.ts'
import { shortDay } from './medication-text.ts'

/** How many doses a whole preview has (additions, 1.4). */
const DOSES = 10

interface NextDosesProps {
  plan: Plan | null
  /** The next ten doses on a small calendar too, instead of the next three days. */
  isWhole?: boolean
}

/** The next doses, updated while typing, so that users can check what will happen before saving. */
export function NextDoses({ plan, isWhole = false }: NextDosesProps) {
  const { zone } = useSession()
  const now = useNow()
  const id = useId()
  const { date: today } = localAt(now, zone)
  const medications = useMedications()
  const found = plan ? nextDoses(plan, now, zone, isWhole ? DOSES : undefined) : []
  const days = isWhole ? firstDoses(found, DOSES) : found
  return (
    <section className="card card--sunken preview" aria-labelledby={id}>
      <h3 id={id} className="preview__h">
        <CalendarCheck className="icon" />
        {t('The next doses')}
      </h3>
      {isWhole ? <DoseCalendar days={days} /> : null}
      {days.length === 0 ? (
        <p className="quiet">{noDosesText(plan, medications)}</p>
      ) : (
        <>
          <ol className="preview__l">
            {days.map(({ date, times }) => (
              <li key={date}>
                <span>{shortDay(date, today)}</span>
                <span className="preview__times">
                  {times.map((time) => (
                    <span key={time} className="num">
                      {formatTime12(time)}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ol>
          {plan?.schedule.kind === 'after-taken' ? (
            <p className="quiet">{t('Then {rule}.', { rule: afterText(plan.schedule) })}</p>
          ) : null}
        </>
      )}
    </section>
  )
}

/** `8 hours after the last dose` */
const afterText = (schedule: AfterTaken): string => daysText(schedule) ?? ''

const noDosesText = (plan: Plan | null, medications: readonly NamedMedicine[] | undefined): string => {
  if (!plan) return t('No days yet')
  if (plan.schedule.kind === 'after-taken') return t('The next one is {rule}.', { rule: afterText(plan.schedule) })
  if (plan.schedule.kind === 'after-dose')
    return t('Each one comes {rule} is logged.', { rule: daysText(plan.schedule, medications) ?? '' })
  return isEmpty(plan) ? t('No times yet') : t('No doses: the end date has passed.')
}
