import { CloudAlert } from 'lucide-react'
import { useState } from 'react'
import type { DoseDetails } from '#domain/commands/dose-verbs.ts'
import { deviceText } from '#domain/doses/device-text.ts'
import { agoText, dayText, labelText, momentText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { lastTaken } from '#src/data/medication-doses.ts'
import { useLogDose } from '#src/session/doses.ts'
import { useLastTaken } from '#src/session/last-taken.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { MedicineGlyph } from '#src/ui/MedicineGlyph.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { exactAmount, portionOf, portionPlanned } from './amount.ts'
import { DoseButtons } from './DoseButtons.tsx'
import { DoseFields } from './DoseFields.tsx'
import { LogTwice } from './LogTwice.tsx'
import { isSoonAfter } from './soon-after.ts'
import { useDoseForm } from './use-dose-form.ts'
import { useOnce } from './use-log-slot.ts'

interface LogExtraProps {
  medication: Medication
  /** The past day it was taken on; null: today. */
  day: LocalDate | null
  /**
   * Whether this device ever held the whole log; otherwise it cannot ask about a dose taken shortly before on another
   * device.
   */
  holdsLog: boolean
  onClose: () => void
}

/** The form of a dose without a planned time. */
export function LogExtra({ medication, day, holdsLog, onClose }: LogExtraProps) {
  const { db, zone, device } = useSession()
  const now = useNow(10_000)
  const { name, dosage, instructions, frequency, amounts } = medication
  const portion = amounts
    ? portionPlanned({ amount: amounts.each, unit: amounts.unit })
    : portionOf([dosage, instructions, frequency, name])
  const [initial] = useState(() => ({
    when: day === null ? ('now' as const) : ('other' as const),
    time: day === null ? localAt(now, zone).time : '',
    amount: exactAmount(portion),
    note: '',
  }))
  const dose = useDoseForm({ initial, portion, plannedAt: null, loggedAt: null, day, now, zone })
  const logDose = useLogDose()
  const { busy, once } = useOnce(onClose)
  const [asking, setAsking] = useState<{ details: DoseDetails; last: DoseEvent } | null>(null)

  // not translated: a verb of the log
  const log = (details: DoseDetails) => once(() => logDose({ verb: 'take extra', medication, details }))
  const take = async () => {
    const details = dose.details()
    if (!details) return
    const last = await lastTaken(db, medication.id)
    const moment = details.at ? msOf(details.at) : Date.now()
    // What the label says is asked instead, wherever a dose is logged.
    if (last && medication.limits?.minHours == null && isSoonAfter(msOf(last.at), moment)) setAsking({ details, last })
    else await log(details)
  }

  return (
    <>
      <Sheet
        icon={
          <Tile>
            <MedicineGlyph picture={medication} words={[name, dosage, frequency]} />
          </Tile>
        }
        title={name}
        sub={labelText(medication) || undefined}
        onClose={onClose}
        onSubmit={(event) => {
          event.preventDefault()
          void take()
        }}
        footer={<DoseButtons label={dose.label} busy={busy} />}
      >
        <LastTaken medication={medication} now={now} zone={zone} />
        {holdsLog ? null : (
          <Notice tone="due" icon={<CloudAlert className="icon" />} title={t('Taken elsewhere?')}>
            {t(
              'What your other devices logged has not been loaded yet. Think about your last dose before you take another.',
            )}
          </Notice>
        )}
        <DoseFields dose={dose} portion={portion} planned={null} day={day && dayText(day, localAt(now, zone).date)} />
      </Sheet>
      {asking ? (
        <LogTwice
          sentence={t('{medicine} was logged as taken at {time} {where}, {ago}.', {
            medicine: name,
            time: momentText(msOf(asking.last.at), localAt(now, zone).date, zone),
            where: deviceText(asking.last, device),
            ago: agoText(msOf(asking.last.at), now),
          })}
          onConfirm={() => log(asking.details)}
          onCancel={() => setAsking(null)}
        />
      ) : null}
    </>
  )
}

function LastTaken({ medication, now, zone }: { medication: Medication; now: number; zone: string }) {
  const last = useLastTaken(medication.id)
  return (
    <p className="row row--tight">
      <Badge>{medication.schedule.kind === 'as-needed' ? t('Only when needed') : t('Beside the plan')}</Badge>
      {last ? (
        <span className="small quiet">
          {t('last taken {ago}, {time}', {
            ago: agoText(msOf(last.at), now),
            time: momentText(msOf(last.at), localAt(now, zone).date, zone),
          })}
        </span>
      ) : null}
    </p>
  )
}
