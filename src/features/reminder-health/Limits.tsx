import { t } from '#domain/language/translate.ts'
import { Card } from '#src/ui/Card.tsx'

/** What a website cannot do, stated here so that nobody relies on it. */
export function Limits() {
  return (
    <Card as="section" sunken aria-labelledby="limits">
      <h2 id="limits">{t('What Dosewell can’t do')}</h2>
      <ul className="health__limits">
        <li>
          {t(
            'Remind you while it is closed and this device is offline. No website can. With the app open, it reminds you offline too.',
          )}
        </li>
        <li>{t('Remind you on a device that is switched off, or in a mode that silences everything.')}</li>
        <li>{t('Be exact to the second: battery saving may delay a reminder by a few minutes.')}</li>
      </ul>
      <p>{t('For a dose that must not be late, set an alarm in your phone’s clock as well.')}</p>
    </Card>
  )
}
