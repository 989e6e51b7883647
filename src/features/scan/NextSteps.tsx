import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { Card } from '#src/ui/Card.tsx'
import { Link } from '#src/ui/Link.tsx'
import { RichText } from '#src/ui/RichText.tsx'

/** What to do with scanned items; shown once there is one (specification, section 2). */
export function NextSteps() {
  return (
    <Card as="section" aria-label={t('Next Steps')}>
      <h2>{t('Next Steps')}</h2>
      <ol className="scan-steps">
        <li>
          <RichText
            text={t('Compare each of <link>your medications</link> with its label.')}
            tags={{ link: (part) => <Link to={PAGES.medications}>{part}</Link> }}
          />
        </li>
        <li>
          <RichText
            text={t(
              'Set the reminder times that the label does not give, then look at <link>today’s reminders</link>.',
            )}
            tags={{ link: (part) => <Link to={PAGES.reminders}>{part}</Link> }}
          />
        </li>
        <li>{t('Keep the paper. If something is unclear, ask your pharmacist.')}</li>
      </ol>
    </Card>
  )
}
