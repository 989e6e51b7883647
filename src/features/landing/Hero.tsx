import { Eye, Leaf } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { EXAMPLE } from '#domain/protocol/pages.ts'
import { SignInLink } from '#src/session/SignInLink.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { KitchenScene } from './KitchenScene.tsx'
import { ScenePhone } from './ScenePhone.tsx'

export function Hero() {
  return (
    <section className="hero" aria-labelledby="hero">
      <div className="hero__in">
        <div className="hero__text">
          <h1 id="hero">{t('Every dose, looked after.')}</h1>
          <p className="hero__lead">
            {t(
              'Dosewell reminds you on time, remembers what you took, and keeps working when the internet doesn’t. For you, your parents, and your teenager.',
            )}
          </p>
          <div className="row hero__cta">
            <SignInLink size="lg" className="hero__go">
              {t('Get Started Free')}
            </SignInLink>
            <SignInLink size="lg" className="hero__in2">
              {t('Sign In')}
            </SignInLink>
          </div>
          <p>
            {/* A document of its own: the example has nothing to do with a session. */}
            <ButtonLink className="hero__look" href={EXAMPLE}>
              <Eye className="icon" aria-hidden="true" />
              {t('Look around first')}
            </ButtonLink>
          </p>
          <p className="hero__note">
            <Leaf className="icon" aria-hidden="true" />
            {t('Free for as many medicines as you take. New users get 2 weeks of Premium.')}
          </p>
        </div>
        <div className="hero__scene" aria-hidden="true">
          <KitchenScene />
          <ScenePhone />
        </div>
      </div>
    </section>
  )
}
