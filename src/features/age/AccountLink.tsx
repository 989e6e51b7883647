import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { Link } from '#src/ui/Link.tsx'

/** A link to what remains available: users who may not use Dosewell still own their account. */
export function AccountLink() {
  return (
    <p className="small">
      <Link className="link-alone" to={PAGES.settings}>
        {t('Your account')}
      </Link>{' '}
      <span className="quiet">{t('Download what is in it, or delete it.')}</span>
    </p>
  )
}
