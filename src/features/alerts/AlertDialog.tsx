import { BellRing, Check, Volume2, VolumeX } from 'lucide-react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { sentenceOf, titleOf } from '#domain/reminders/notices.ts'
import { useLogDose } from '#src/session/doses.ts'
import { useMay } from '#src/session/may.ts'
import { SlotGlyph } from '#src/session/SlotGlyph.tsx'
import { WhoseMark } from '#src/session/WhoseMark.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SnoozeMenu } from '#src/ui/SnoozeMenu.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { useBellUnlocked } from './bell.ts'
import type { PageSound } from './page-sound.ts'
import type { AlertState } from './use-alerts.ts'
import { usePause } from './use-pause.ts'

interface AlertDialogProps {
  alerts: AlertState
  sound: PageSound
}

/**
 * The alert while the app is open (docs/look.md): what is due, Taken and Snooze for those who may log, Stop sound.
 * Closing it logs nothing.
 */
export function AlertDialog({ alerts, sound }: AlertDialogProps) {
  const { ringing, dismiss } = alerts
  const log = useLogDose()
  const mayLog = useMay('log')
  const views = ringing.map(({ view }) => view)
  const { isEarly, body } = usePause(views.map(({ slot }) => slot.id))
  const [only] = ringing.length === 1 ? ringing : []
  return (
    <Dialog
      className="alert"
      centred
      icon={
        <>
          <div className="alert__ring">
            <BellRing className="icon" aria-hidden />
          </div>
          <p className="strong quiet">{titleOf(ringing)}</p>
          <WhoseMark />
          {only && isKnownBySight(only.view) ? (
            <Tile>
              <SlotGlyph view={only.view} bare />
            </Tile>
          ) : null}
        </>
      }
      title={
        only
          ? sentenceOf(only)
          : t('{count, plural, one {Time to take # dose} other {Time to take # doses}}', { count: ringing.length })
      }
      onClose={() => isEarly || dismiss()}
    >
      <div ref={body} className="stack" inert={isEarly}>
        {only ? null : (
          <DoseList views={views} onTaken={mayLog ? (view) => void log({ verb: 'take', doses: [view] }) : undefined} />
        )}
        {mayLog ? (
          <Button variant="primary" size="lg" block onClick={() => void log({ verb: 'take', doses: views })}>
            <Check className="icon" aria-hidden />
            {only ? t('Taken') : t('Taken ({count})', { count: ringing.length })}
          </Button>
        ) : null}
        <div className="btns justify-center">
          {/* The menu opens outside the inert body and needs its own check: one left open when another dose was
              added would snooze both. */}
          {mayLog ? (
            <SnoozeMenu
              label={t('Snooze')}
              onSnooze={(minutes) => isEarly || void log({ verb: 'snooze', doses: views, minutes })}
            />
          ) : null}
          <SoundButton alerts={alerts} sound={sound} />
        </div>
        <Button variant="quiet" onClick={dismiss}>
          {t('Dismiss')}
        </Button>
      </div>
    </Dialog>
  )
}

const isKnownBySight = ({ look, photo }: SlotView): boolean => Boolean(photo || look)

function SoundButton({ alerts, sound }: AlertDialogProps) {
  const isUnlocked = useBellUnlocked()
  if (isUnlocked && sound.isPlaying) {
    return (
      <Button variant="plain" onClick={sound.stop}>
        <VolumeX className="icon" aria-hidden />
        {t('Stop sound')}
      </Button>
    )
  }
  return (
    <Button variant="plain" onClick={alerts.repeat}>
      <Volume2 className="icon" aria-hidden />
      {isUnlocked ? t('Repeat') : t('Tap to turn sound on')}
    </Button>
  )
}

/** Returns `500 mg at 8:00 AM`. */
function doseOf({ dosage, slot }: SlotView): string {
  const time = formatTime12(shownTime(slot))
  return dosage === '' ? time : t('{dosage} at {time}', { dosage, time })
}

interface DoseListProps {
  views: readonly SlotView[]
  /** Undefined for somebody who may not log. */
  onTaken: ((view: SlotView) => void) | undefined
}

function DoseList({ views, onTaken }: DoseListProps) {
  return (
    <ul className="due__list">
      {views.map((view) => (
        <li key={view.slot.id} className="dose">
          <SlotGlyph view={view} />
          <span className="grow">
            <span className="dose__name">{view.name}</span>
            <span className="dose__how">{doseOf(view)}</span>
          </span>
          {onTaken ? (
            <button
              type="button"
              className="tickbox"
              aria-label={t('Taken: {medicine}', { medicine: view.name })}
              onClick={() => onTaken(view)}
            >
              <i>
                <Check className="icon" aria-hidden />
              </i>
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
