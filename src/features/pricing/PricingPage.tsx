import { subscriptionAt } from '#domain/access/plan.ts'
import { FAIR_USE, PLAN_LABELS } from '#domain/access/plan-text.ts'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { PlanCard } from '#src/ui/PlanCard.tsx'
import { trialNotice } from './trial-notice.ts'

/** Free and Premium side by side (specification, section 2). `user` is null for a visitor. */
export default function PricingPage({ user }: { user: CurrentUser | null }) {
  const standing = user && subscriptionAt(user, Date.now())
  return (
    <div className="page">
      <div className="page__head">
        <h1>{t('Pricing')}</h1>
        <p className="quiet">{trialNotice(standing)}</p>
      </div>
      <div className="grid plans">
        <PlanCard
          {...PLAN_LABELS.free}
          level={2}
          action={
            user ? (
              <ButtonLink variant="plain" size="lg" block to={PAGES.home}>
                {t('Use Free')}
              </ButtonLink>
            ) : (
              <ButtonLink variant="plain" size="lg" block href="/api/login">
                {t('Get Started Free')}
              </ButtonLink>
            )
          }
        />
        <PlanCard
          {...PLAN_LABELS.premium}
          flag={t('Most Popular')}
          level={2}
          action={<PremiumAction standing={standing} />}
        />
      </div>
      <p className="land__fair small quiet">{t(FAIR_USE)}</p>
    </div>
  )
}

/**
 * With a trial or a subscription it leads home; a visitor signs in; everyone else pays, on a page in a separate
 * document.
 */
function PremiumAction({ standing }: { standing: CurrentUser | null }) {
  if (!standing) {
    return (
      <ButtonLink variant="primary" size="lg" block href="/api/login">
        {t('Start Free Trial')}
      </ButtonLink>
    )
  }
  const { subscriptionStatus: status } = standing
  if (status === 'active' || status === 'trial') {
    return (
      <ButtonLink variant="primary" size="lg" block to={PAGES.home}>
        {t('Go to Home')}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink variant="primary" size="lg" block href={PAGES.subscribe}>
      {t('Upgrade to Premium')}
    </ButtonLink>
  )
}
