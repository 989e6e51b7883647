import type { RefCallback } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'

interface RunningProps {
  words: string
  /** From 0 to 1; 1 is drawn as indeterminate progress. */
  share: number
  /** Names the bar for screen readers. */
  label: string
  onCancel(): void
  /** For moving focus to the text, from the button that started the work. */
  wordsRef?: RefCallback<HTMLElement> | undefined
}

/** Shows progress, with a way to cancel. */
export function Running({ words, share, label, onCancel, wordsRef }: RunningProps) {
  return (
    <div className="stack gap-2">
      <p className="small" role="status" ref={wordsRef} tabIndex={wordsRef ? -1 : undefined}>
        {words}
      </p>
      <progress className="progress" aria-label={label} max={1} {...(share < 1 ? { value: share } : {})} />
      <div>
        <Button variant="plain" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
