import {
  CalendarCheck,
  ChartColumn,
  ChevronRight,
  HeartPulse,
  History,
  type LucideIcon,
  Mail,
  Plug,
  Siren,
  UsersRound,
} from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { PAGES, type PagePath } from '#domain/protocol/pages.ts'
import { recallPush } from '#src/session/push.ts'
import { Card } from '#src/ui/Card.tsx'
import { Link } from '#src/ui/Link.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { Appearance } from './Appearance.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { ImportExport } from './ImportExport.tsx'
import { Profile } from './Profile.tsx'
import { SignedInDevices } from './SignedInDevices.tsx'
import { YourData } from './YourData.tsx'

interface SettingsPageProps {
  /** The app lock, then how much a locked screen says. */
  locks: ReactNode
  /** Called when the account is gone: removes all its data from this device. */
  onAccountGone: () => Promise<void>
}

/** /settings, “More” in the navigation: the pages that are not in it, then what concerns the user and their account. */
export default function SettingsPage({ locks, onAccountGone }: SettingsPageProps) {
  useEffect(() => void recallPush(), [])
  return (
    <div className="page page--narrow">
      <PageHead title={t('More')} />
      <div className="stack settings">
        <Card as="section" aria-label={t('Pages')}>
          <ul className="list">
            {PLACES.map(({ to, icon: Icon, title, sentence }) => (
              <li key={to}>
                <Link className="list__row" to={to}>
                  <Tile small>
                    <Icon className="icon" aria-hidden />
                  </Tile>
                  <span className="list__main">
                    <span className="list__title">{t(title)}</span>
                    <span className="list__sub">{t(sentence)}</span>
                  </span>
                  <ChevronRight className="icon icon--way" aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
        <Profile />
        <Appearance />
        {locks}
        <SignedInDevices />
        <YourData>
          <ImportExport />
        </YourData>
        <DeleteAccount onGone={onAccountGone} />
      </div>
    </div>
  )
}

interface Place {
  to: PagePath
  icon: LucideIcon
  title: Message
  sentence: Message
}

const PLACES: readonly Place[] = [
  { to: PAGES.reminders, icon: CalendarCheck, title: msg('Reminders'), sentence: msg('All of today, dose by dose') },
  { to: PAGES.history, icon: History, title: msg('History'), sentence: msg('What was taken on which day') },
  {
    to: PAGES.insights,
    icon: ChartColumn,
    title: msg('Insights'),
    sentence: msg('What your record says, and a page for your doctor'),
  },
  {
    to: PAGES.reminderHealth,
    icon: HeartPulse,
    title: msg('Reminder health'),
    sentence: msg('Check that reminders work on this device'),
  },
  {
    to: PAGES.people,
    icon: UsersRound,
    title: msg('People'),
    sentence: msg('Look after a child or a parent, and share what you take'),
  },
  {
    to: PAGES.emergency,
    icon: Siren,
    title: msg('Emergency card'),
    sentence: msg('What helpers should know when you can’t speak'),
  },
  {
    to: PAGES.programs,
    icon: Plug,
    title: msg('Connected programs'),
    sentence: msg('Let a home display or a script read your record or log doses'),
  },
  { to: PAGES.contact, icon: Mail, title: msg('Contact'), sentence: msg('Questions or problems? We answer') },
]
