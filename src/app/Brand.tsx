import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { LogoMark } from '#src/ui/glyphs.tsx'
import { Link } from '#src/ui/Link.tsx'

/** Logo, name and tagline (specification, section 1); links to home. */
export function Brand() {
  return (
    <Link className="brand" to={PAGES.home}>
      <LogoMark />
      <span>
        <span className="brand__name">Dosewell</span>
        <span className="brand__tag">{t('Your AI Powered Wellbeing Companion')}</span>
      </span>
    </Link>
  )
}
