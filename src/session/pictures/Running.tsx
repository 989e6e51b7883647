import { Button } from '#src/ui/Button.tsx'

interface RunningProps {
  words: string
  /** From 0 to 1; 1 is drawn as work whose end is not known. */
  share: number
  /** Names the bar. */
  label: string
  onCancel(): void
}

/** How far something is, with a way to end it. */
export function Running({ words, share, label, onCancel }: RunningProps) {
  return (
    <div className="stack gap-2">
      <p className="small" role="status">
        {words}
      </p>
      <progress
        className="doc__progress"
        aria-label={label}
        max={1}
        {...(share < 1 ? { value: share } : {})}
      />
      <div>
        <Button variant="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
