import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'

/** Shown for any address that is not a page (specification, section 2). */
export function NotFound() {
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('404 Page Not Found')}</h1>
        <p className="quiet">{t('There is nothing at this address. The link may be old or mistyped.')}</p>
      </div>
      <ButtonLink variant="primary" to={PAGES.home}>
        {t('Go to the home page')}
      </ButtonLink>
    </div>
  )
}
