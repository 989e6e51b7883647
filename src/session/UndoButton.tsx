import { Undo2 } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { useMay } from './may.ts'

/** Takes back what was logged about a medicine; nothing for somebody who may not log. */
export function UndoButton({ medicine, onClick }: { medicine: string; onClick(): void }) {
  return useMay('log') ? (
    <Button variant="quiet" aria-label={t('Undo {medicine}', { medicine })} onClick={onClick}>
      <Undo2 className="icon" />
      {t('Undo')}
    </Button>
  ) : null
}
