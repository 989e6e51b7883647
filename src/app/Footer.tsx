import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { Link } from '#src/ui/Link.tsx'

export function Footer() {
  return (
    <footer className="foot">
      <div className="foot__in">
        <p>{t('Dosewell records, reminds and shows your label’s own words. It gives no dosing advice.')}</p>
        <nav aria-label={t('Footer')}>
          <ul>
            <li>
              <Link to={PAGES.contact}>{t('Contact')}</Link>
            </li>
            <li>
              <Link to={PAGES.privacy}>{t('Privacy')}</Link>
            </li>
            <li>
              <Link to={PAGES.terms}>{t('Terms')}</Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
