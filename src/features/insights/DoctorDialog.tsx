import { CircleAlert, Download, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SupplyLine } from '#domain/insights/visit.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate, type LocalDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import type { Known } from './kept-insights.ts'
import { canShareFiles, useDoctorFile } from './use-doctor-file.ts'

/** What fits on a page, beside a list of usual length. */
export const MOST_NOTES = 600

/** The appointment for which the page is made. */
interface Visit {
  /** The day of the one before it; null if none is known. */
  since: LocalDate | null
  supply: SupplyLine[]
  /** As noted with the appointment. */
  notes: string
  /** What is to become of changed notes; null where they cannot be saved with the appointment. */
  keeping: Keeping | null
}

interface Keeping {
  /** Notes that were typed before and not saved yet; null if there are none. */
  typed: string | null
  /** Notes them against a reload. */
  hold(notes: string): void
  /** Saves them with the appointment. */
  save(notes: string): void
}

interface DoctorDialogProps {
  known: Known
  visit?: Visit | undefined
  onClose(): void
}

/**
 * Asks for notes, then makes the page for the doctor, or for one visit. Notes for a visit are kept with the appointment;
 * without one, what is typed here is on the page only.
 */
export function DoctorDialog({ known, visit, onClose }: DoctorDialogProps) {
  const [notes, setNotes] = useKeptNotes(visit)
  const { state, download, share } = useDoctorFile(known, visit)
  const busy = state.kind === 'busy' ? t('Making the page...') : undefined
  return (
    <Dialog
      title={visit ? t('Prepare this visit') : t('Summary for my doctor')}
      description={descriptionOf(visit)}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void download(notes)
      }}
      footer={
        <>
          <Button variant="plain" onClick={onClose}>
            {t('Close')}
          </Button>
          {canShareFiles() ? (
            <Button variant="soft" onClick={() => void share(notes)} busy={busy}>
              <Share2 className="icon" />
              {t('Share')}
            </Button>
          ) : null}
          <Button variant="primary" type="submit" busy={busy}>
            <Download className="icon" />
            {t('Download PDF')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('Notes for the doctor')}
        help={
          visit
            ? visit.keeping
              ? t('Your questions, side effects, anything you want to say. It is saved with the appointment.')
              : t(
                  'Your questions, side effects, anything you want to say. It begins with the notes of the appointment; what you change here is on the page only.',
                )
            : t('Questions, side effects, anything you want to say. Optional.')
        }
        rows={4}
        maxLength={MOST_NOTES}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      <div aria-live="polite">
        {state.kind === 'failed' ? (
          <Notice tone="missed" icon={<CircleAlert className="icon" />} title={t('The page could not be made')}>
            {t('Open Dosewell once with a connection, then try again.')}
          </Notice>
        ) : null}
        {state.kind === 'made' ? <Made painted={state.painted} /> : null}
      </div>
    </Dialog>
  )
}

/** Saves the notes once the user leaves them, however the dialog is left. */
function useKeptNotes(visit: Visit | undefined): [string, (notes: string) => void] {
  const [before] = useState(visit?.notes.slice(0, MOST_NOTES) ?? '')
  const [notes, setNotes] = useState(visit?.keeping?.typed ?? before)
  const now = useRef({ visit, notes })
  useEffect(() => {
    now.current = { visit, notes }
  })
  useEffect(
    () => () => {
      const { visit: left, notes: typed } = now.current
      if (typed !== before) left?.keeping?.save(typed)
    },
    [before],
  )
  const change = (typed: string) => {
    setNotes(typed)
    visit?.keeping?.hold(typed)
  }
  return [notes, change]
}

function descriptionOf(visit: Visit | undefined): string {
  if (visit?.since)
    return t(
      'One page with what you take, what changed since {date}, how it went and what is left. It is made on this device; nothing is sent.',
      { date: formatDate(visit.since) },
    )
  return visit
    ? t(
        'One page with what you take, what changed in 90 days, how it went and what is left. It is made on this device; nothing is sent.',
      )
    : t(
        'One page with what you take, what changed in 90 days and how it went. It is made on this device; nothing is sent.',
      )
}

/** Of words that are pictures: a page in Arabic has nothing else. */
const MOST_NAMED = 8

function Made({ painted }: { painted: readonly string[] }) {
  const words = [...new Set(painted)]
  if (words.length === 0) return <p>{t('The page is ready.')}</p>
  return (
    <p>
      {t(
        'The page is ready. Its typeface lacks letters of these words, so they are drawn as pictures, which can be read and printed, but not copied or searched: {words}',
        { words: inRow([...words.slice(0, MOST_NAMED), words.length > MOST_NAMED && '…']) },
      )}
    </p>
  )
}
