import type { RefCallback } from 'react'
import { Button } from '#src/ui/Button.tsx'

interface RunningProps {
  words: string
  /** From 0 to 1; 1 is drawn as work whose end is not known. */
  share: number
  /** Names the bar. */
  label: string
  onCancel(): void
  /** Takes the words, which take the focus of the button that started it. */
  wordsRef?: RefCallback<HTMLElement> | undefined
}

/** How far something is, with a way to end it. */
export function Running({ words, share, label, onCancel, wordsRef }: RunningProps) {
  return (
    <div className="stack gap-2">
      <p className="small" role="status" ref={wordsRef} tabIndex={wordsRef ? -1 : undefined}>
        {words}
      </p>
      <progress className="progress" aria-label={label} max={1} {...(share < 1 ? { value: share } : {})} />
      <div>
        <Button variant="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
