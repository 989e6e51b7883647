import { AlarmClock, CalendarSync, ClockAlert } from 'lucide-react'
import { useState } from 'react'
import { dayText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SubscribeDialog } from './SubscribeDialog.tsx'
import { type AlarmPackView, useAlarmPack } from './use-alarm-pack.ts'

/** Alarms for the user's own calendar, which sound when no website can (closed and offline). */
export function CalendarPack() {
  const pack = useAlarmPack()
  const [isSubscribing, setSubscribing] = useState(false)
  // Without upcoming doses and appointments there is nothing to announce, unless a calendar still has alarms.
  if (!pack || (pack.alarms === 0 && pack.state === 'none')) return null
  return (
    <Section title={t('Calendar alarms')}>
      <div className="stack">
        <p>
          {t(
            'Your calendar can alert you when Dosewell can’t: while it is closed and offline. It gets the times of the next 30 days, of doses and of reminders before appointments, with the words “You have a reminder” and no names.',
          )}
        </p>
        {pack.isPartial ? (
          <p className="quiet">
            {t(
              'Doses that count from when the last one, or another medicine, was taken are not in it: their times are known only once that is logged.',
            )}
          </p>
        ) : null}
        {pack.hasFollowUps ? (
          <p className="quiet">
            {t('Notices after a dose are not in it, because a calendar doesn’t know what you logged.')}
          </p>
        ) : null}
        <Advice pack={pack} />
        <Button variant="soft" onClick={pack.download}>
          <AlarmClock className="icon" />
          {pack.state === 'none' ? t('Get calendar alarms') : t('Get them again')}
        </Button>
        <p>{t('Or let your calendar subscribe, so that it follows what changes by itself.')}</p>
        <Button variant="plain" onClick={() => setSubscribing(true)}>
          <CalendarSync className="icon" aria-hidden="true" />
          {t('Subscribe with a link')}
        </Button>
        {isSubscribing ? <SubscribeDialog onClose={() => setSubscribing(false)} /> : null}
      </div>
    </Section>
  )
}

function Advice({ pack: { state, to, today } }: { pack: AlarmPackView }) {
  const { zone } = useSession()
  const end = to === null ? '' : dayText(localAt(to, zone).date, today)
  switch (state) {
    case 'none':
      return null
    case 'right':
      return (
        <p className="quiet">
          {t(
            'Open the file to add them to your calendar. They reach to: {date}. A dose that you log early still rings there.',
            { date: end },
          )}
        </p>
      )
    case 'outdated':
      return (
        <Notice tone="due" icon={<ClockAlert className="icon" />} title={t('Your dose times changed.')}>
          {t(
            'Your calendar still alerts you at the old times. Get the alarms again: the new file replaces the old ones. Alarms of what you deleted stay until you remove them there.',
          )}
        </Notice>
      )
    case 'ending':
      return (
        <Notice tone="due" icon={<ClockAlert className="icon" />} title={t('Your calendar alarms are running out.')}>
          {t('They reach to: {date}. Get those of the next 30 days.', { date: end })}
        </Notice>
      )
  }
}
