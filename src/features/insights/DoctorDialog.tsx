import { CircleAlert, Download, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { canShareFiles, useDoctorFile } from './use-doctor-file.ts'
import type { Known } from './use-insights.ts'

/** What fits on a page, beside a list of usual length. */
const MOST_NOTES = 600

interface DoctorDialogProps {
  known: Known
  onClose(): void
}

/**
 * Asks for notes, then makes the page for the doctor. The notes are on the page only: nothing of them is saved or sent.
 */
export function DoctorDialog({ known, onClose }: DoctorDialogProps) {
  const [notes, setNotes] = useState('')
  const { state, download, share } = useDoctorFile(known)
  const busy = state.kind === 'busy' ? 'Making the page...' : undefined
  return (
    <Dialog
      title="Summary for my doctor"
      description="One page with what you take, what changed in 90 days and how it went. It is made on this device; nothing is sent."
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void download(notes)
      }}
      footer={
        <>
          <Button variant="plain" onClick={onClose}>
            Close
          </Button>
          {canShareFiles() ? (
            <Button variant="soft" onClick={() => void share(notes)} busy={busy}>
              <Share2 className="icon" />
              Share
            </Button>
          ) : null}
          <Button variant="primary" type="submit" busy={busy}>
            <Download className="icon" />
            Download PDF
          </Button>
        </>
      }
    >
      <TextArea
        label="Notes for the doctor"
        help="Questions, side effects, anything you want to say. Optional."
        rows={4}
        maxLength={MOST_NOTES}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      <div aria-live="polite">
        {state.kind === 'failed' ? (
          <Notice tone="missed" icon={<CircleAlert className="icon" />} title="The page could not be made">
            Open Dosewell once with a connection, then try again.
          </Notice>
        ) : null}
        {state.kind === 'made' ? <Made painted={state.painted} /> : null}
      </div>
    </Dialog>
  )
}

function Made({ painted }: { painted: readonly string[] }) {
  if (painted.length === 0) return <p>The page is ready.</p>
  return (
    <p>
      The page is ready. Its typeface lacks letters of these words, so they are drawn as pictures, which can be read and
      printed, but not copied or searched: {[...new Set(painted)].join(', ')}
    </p>
  )
}
