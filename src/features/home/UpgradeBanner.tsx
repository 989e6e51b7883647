import { Crown } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Tile } from '#src/ui/Tile.tsx'

/** For everyone without Premium (specification, section 2). Plain: nothing here is urgent. */
export function UpgradeBanner() {
  return (
    <div className="upgrade">
      <Tile tone="premium">
        <Crown className="icon" />
      </Tile>
      <p>
        <strong>{t('Say it, scan it, see your patterns.')}</strong>
        <br />
        <span className="small quiet">{t('Premium adds voice, label scanning and insights.')}</span>
      </p>
      <ButtonLink variant="plain" to={PAGES.pricing}>
        {t('Upgrade Now - $9.99/month')}
      </ButtonLink>
    </div>
  )
}
