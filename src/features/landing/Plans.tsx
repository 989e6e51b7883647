import { FAIR_USE, PLAN_LABELS, TRIAL_OFFER } from '#domain/access/plan-text.ts'
import { t } from '#domain/language/translate.ts'
import { SignInLink } from '#src/session/SignInLink.tsx'
import { PlanCard } from '#src/ui/PlanCard.tsx'

export function Plans() {
  return (
    <section className="land__band" aria-labelledby="plans">
      <div className="page land__sec">
        <h2 id="plans" className="land__h">
          {t('Free to stay on time. Premium for less typing.')}
        </h2>
        <p className="land__sub">{t(TRIAL_OFFER)}</p>
        <div className="grid plans">
          <PlanCard
            {...PLAN_LABELS.free}
            level={3}
            action={
              <SignInLink variant="plain" size="lg" block>
                {t('Get Started Free')}
              </SignInLink>
            }
          />
          <PlanCard
            {...PLAN_LABELS.premium}
            flag={t('Most Popular')}
            level={3}
            action={
              <SignInLink variant="primary" size="lg" block>
                {t('Start Free Trial')}
              </SignInLink>
            }
          />
        </div>
        <p className="land__fair small quiet">{t(FAIR_USE)}</p>
      </div>
    </section>
  )
}
