import { Undo2 } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'

/** Takes back what was logged about a medicine. */
export function UndoButton({ medicine, onClick }: { medicine: string; onClick(): void }) {
  return (
    <Button variant="quiet" aria-label={t('Undo {medicine}', { medicine })} onClick={onClick}>
      <Undo2 className="icon" />
      {t('Undo')}
    </Button>
  )
}
