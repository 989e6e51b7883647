import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'

interface NotHereProps {
  /** The account's data never reached this device, so the dose may well exist. */
  notLoaded: boolean
  onClose: () => void
}

/** For a link to a dose or a medication that this device does not know. */
export function NotHere({ notLoaded, onClose }: NotHereProps) {
  return (
    <Sheet
      title={notLoaded ? t('This dose is not on this device yet') : t('This dose is not here any more')}
      onClose={onClose}
      footer={
        <Button variant="plain" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <p>
        {notLoaded
          ? t('It appears as soon as there is a connection.')
          : t('Its medication was deleted, or its times were changed. There is nothing to log here.')}
      </p>
    </Sheet>
  )
}
