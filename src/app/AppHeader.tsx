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
  return (
    <header className="top">
      <div className="top__in">
        <Brand />
        <ThemeToggle className="top__theme" />
        <Account />
      </div>
      {gated ? null : <TopNavigation />}
    </header>
  )
}

function Account() {
  const { account: user, signOut } = useSession()
  const name = displayNameOf(user)
  const premium = isPremium(subscriptionAt(user, Date.now()))
  return (
    <div className="top__account">
      <span className="top__who">
        <CircleUserRound className="icon" aria-hidden="true" />
        <span title={name}>{name}</span>
      </span>
      {premium ? (
        <PremiumMenu />
      ) : (
        <ButtonLink variant="premium" to={PAGES.pricing}>
          <Crown className="icon" aria-hidden="true" />
          {t('Upgrade')}
        </ButtonLink>
      )}
      {user.isAdmin ? (
        <ButtonLink variant="quiet" to={PAGES.admin}>
          {t('Admin')}
        </ButtonLink>
      ) : null}
      <Tooltip text={t('Log out')}>
        <Button iconOnly aria-label={t('Log out')} onClick={signOut}>
          <LogOut className="icon" aria-hidden="true" />
        </Button>
      </Tooltip>
    </div>
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
