import { FAIR_USE, PLAN_WORDS, TRIAL_OFFER } from '#domain/access/plan-words.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { PlanCard } from '#src/ui/PlanCard.tsx'

export function Plans() {
  return (
    <section className="land__band" aria-labelledby="plans">
      <div className="page land__sec">
        <h2 id="plans" className="land__h">
          Free to stay on time. Premium for less typing.
        </h2>
        <p className="land__sub">{TRIAL_OFFER}</p>
        <div className="grid plans">
          <PlanCard
            {...PLAN_WORDS.free}
            level={3}
            action={
              <ButtonLink variant="plain" size="lg" block href="/api/login">
                Get Started Free
              </ButtonLink>
            }
          />
          <PlanCard
            {...PLAN_WORDS.premium}
            flag="Most Popular"
            level={3}
            action={
              <ButtonLink variant="primary" size="lg" block href="/api/login">
                Start Free Trial
              </ButtonLink>
            }
          />
        </div>
        <p className="land__fair small quiet">{FAIR_USE}</p>
      </div>
    </section>
  )
}
