import { Bell, Check, CircleAlert, Clock, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { clockText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { useNotifications } from '#src/session/notifications.ts'
import { useDoseRange } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { Card } from '#src/ui/Card.tsx'
import { SettingRow } from '#src/ui/SettingRow.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import type { Facts, Tone } from './health.ts'
import { checksOf } from './health-checks.ts'

/** This device's switch and its checks. */
export function ThisDevice({ facts }: { facts: Facts }) {
  const { toggle } = useNotifications()
  return (
    <Card as="section" aria-labelledby="this-device">
      <h2 id="this-device">{t('This device')}</h2>
      <SettingRow
        label={t('Reminders on this device')}
        help={facts.enabled ? t('On. Repeats after 5 and 10 minutes') : t('Off. This device won’t remind you')}
        icon={<Bell className="icon" />}
        tone="due"
        checked={facts.enabled}
        disabled={!facts.supported}
        onChange={() => void toggle()}
      />
      <ul className="list">
        {checksOf(facts).map(({ name, tone, title, sentence }) => (
          <Line key={name} tone={tone} icon={ICONS[tone]} title={title}>
            {sentence}
          </Line>
        ))}
        <NextReminder now={facts.now} />
      </ul>
    </Card>
  )
}

const ICONS: Record<Tone, ReactNode> = {
  taken: <Check className="icon" aria-hidden />,
  due: <TriangleAlert className="icon" aria-hidden />,
  missed: <CircleAlert className="icon" aria-hidden />,
  plain: <Info className="icon" aria-hidden />,
}

/** The next planned dose that is not settled, today or tomorrow. */
function NextReminder({ now }: { now: number }) {
  const { zone } = useSession()
  const { date } = localAt(now, zone)
  const doses = useDoseRange(date, addDays(date, 1))
  if (!doses) return null
  const next = doses.slots
    .filter(({ state, ringStart }) => (state === 'upcoming' || state === 'snoozed') && ringStart > now)
    .sort((a, b) => a.ringStart - b.ringStart)[0]
  return (
    <Line
      tone="plain"
      icon={<Clock className="icon" aria-hidden />}
      title={next ? nextText(next.ringStart, zone, date) : t('No reminder is planned')}
    >
      {next ? next.name : t('For today and tomorrow')}
    </Line>
  )
}

function nextText(ringStart: number, zone: string, today: LocalDate): string {
  const time = clockText(ringStart, zone)
  return localAt(ringStart, zone).date === today
    ? t('Next reminder today at {time}', { time })
    : t('Next reminder tomorrow at {time}', { time })
}

interface LineProps {
  tone: Tone
  icon: ReactNode
  title: string
  children: ReactNode
}

function Line({ tone, icon, title, children }: LineProps) {
  return (
    <li className="list__row">
      <Tile small tone={tone}>
        {icon}
      </Tile>
      <span className="list__main">
        <strong>{title}</strong>
        <span className="list__sub">{children}</span>
      </span>
    </li>
  )
}
