import { Eye } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** Above every page of the example: whose data it is, and the way out. */
export const ExampleNotice = ({ onLeave }: { onLeave(): void }) => (
  <div className="page example">
    <Notice icon={<Eye className="icon" aria-hidden="true" />} title={t('You are looking at an example')}>
      <p>{t('Alex and these medicines are made up. Nothing you try here reaches an account.')}</p>
      <Button variant="plain" onClick={onLeave}>
        {t('Leave the example')}
      </Button>
    </Notice>
  </div>
)
