import { ChevronDown, CircleUserRound, Crown, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isPremium, subscriptionAt } from '#domain/access/plan.ts'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { displayNameOf } from '#domain/records/user.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Link } from '#src/ui/Link.tsx'
import { latePart } from '#src/ui/late-part.ts'
import { Menu } from '#src/ui/Menu.tsx'
import { ThemeToggle } from '#src/ui/ThemeToggle.tsx'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { Brand } from './Brand.tsx'
import { currentOf, NAVIGATION } from './navigation.ts'

const cancelDialog = latePart(() => import('./CancelSubscription.tsx'))

/** The header for a signed-in user. Has no navigation behind the age gate. */
export function AppHeader({ gated }: { gated: boolean }) {
  const { isExample } = useSession()
  return (
    <header className="top">
      <div className="top__in">
        <Brand />
        {isExample ? (
          <ThemeToggle />
        ) : (
          <>
            <Plan />
            <Account />
          </>
        )}
      </div>
      {gated ? null : <TopNavigation />}
    </header>
  )
}

/** The plan: a subscriber's badge, or the way to Premium. */
function Plan() {
  const { account } = useSession()
  if (isPremium(subscriptionAt(account, Date.now()))) return <PremiumMenu />
  return (
    <ButtonLink variant="premium" to={PAGES.pricing}>
      <Crown className="icon" aria-hidden="true" />
      {t('Upgrade')}
    </ButtonLink>
  )
}

const ACCOUNT = 'top-account'

/**
 * Who is signed in, the theme and the way out: on desktops in the header, on phones behind a button (header.css). The
 * platform's popover opens, closes and describes itself to screen readers without a line of ours.
 */
function Account() {
  const { account: user, signOut } = useSession()
  const { pathname } = useLocation()
  const name = displayNameOf(user)
  return (
    <>
      <Button iconOnly className="top__me" popoverTarget={ACCOUNT} aria-label={t('Your account')}>
        <CircleUserRound className="icon" aria-hidden="true" />
      </Button>
      {/* The key closes it on the next page. */}
      <div className="top__account" id={ACCOUNT} popover="auto" key={pathname}>
        <span className="top__who">
          <CircleUserRound className="icon" aria-hidden="true" />
          <span title={name}>{name}</span>
        </span>
        <ThemeToggle />
        {user.isAdmin ? (
          <ButtonLink variant="quiet" to={PAGES.admin}>
            {t('Admin')}
          </ButtonLink>
        ) : null}
        <Tooltip text={t('Log out')}>
          <Button
            iconOnly
            popoverTarget={ACCOUNT}
            popoverTargetAction="hide"
            aria-label={t('Log out')}
            onClick={signOut}
          >
            <LogOut className="icon" aria-hidden="true" />
          </Button>
        </Tooltip>
      </div>
    </>
  )
}

/** A subscriber's Premium badge: lists what their plan offers. */
function PremiumMenu() {
  const [asking, setAsking] = useState(false)
  const dialog = cancelDialog.use()
  const cancel = () => {
    cancelDialog.want()
    setAsking(true)
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button variant="premium">
            <Crown className="icon" aria-hidden="true" />
            {t('Premium')}
            <ChevronDown className="icon" aria-hidden="true" />
          </Button>
        }
        items={[{ label: t('Cancel Subscription'), onSelect: cancel }]}
      />
      {asking && dialog ? <dialog.CancelSubscription onClose={() => setAsking(false)} /> : null}
    </>
  )
}

function TopNavigation() {
  const { pathname } = useLocation()
  return (
    <nav className="top__nav" aria-label={t('Main')}>
      <ul>
        {NAVIGATION.map((entry) => (
          <li key={entry.to}>
            <Link to={entry.to} aria-current={currentOf(entry, pathname)}>
              <entry.icon className="icon" aria-hidden="true" />
              {t(entry.label)}
              {entry.unseen ? <span className="sr"> {t(entry.unseen)}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
