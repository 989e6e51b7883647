import { DatabaseZap } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import type { StorageFault } from '#src/data/storage-fault.ts'
import { Button } from '#src/ui/Button.tsx'
import { LATER_FAULTS } from './fault-text.ts'
import { OverScreen } from './OverScreen.tsx'

/** Says that the local database of an open page no longer works, and offers to reopen it. */
export function StorageNotice({ fault, onReopen }: { fault: StorageFault; onReopen(): void }) {
  const { title, text, action } = LATER_FAULTS[fault]
  return (
    <OverScreen
      icon={<DatabaseZap className="icon" aria-hidden />}
      title={t(title)}
      text={t(text)}
      action={
        <Button variant="primary" onClick={onReopen}>
          {t(action)}
        </Button>
      }
    />
  )
}
