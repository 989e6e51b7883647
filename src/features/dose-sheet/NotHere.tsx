import { Button } from '#src/ui/Button.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'

/** A link to a dose, or to a medication, that is gone. */
export function NotHere({ onClose }: { onClose: () => void }) {
  return (
    <Sheet
      title="This dose is not here any more"
      onClose={onClose}
      footer={
        <Button variant="plain" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>Its medication was deleted, or its times were changed. There is nothing to log here.</p>
    </Sheet>
  )
}
