import { useRef, useState } from 'react'
import { type DoctorSummaryInput, doctorSummary } from '#domain/insights/doctor-summary.ts'
import { useSession } from '#src/session/session.ts'
import { saveFile } from '#src/ui/save-file.ts'
import type { Known } from './kept-insights.ts'

export type DoctorFileState =
  | { kind: 'idle' }
  | { kind: 'busy' }
  | { kind: 'failed' }
  /** What of it is drawn as pictures. */
  | { kind: 'made'; painted: string[] }

const NAME = 'medication-summary.pdf'

/** Loads the PDF code on first use, since it is larger than the rest of the app. */
async function make(known: Known, summary: ReturnType<typeof doctorSummary>) {
  const [{ doctorPdf }, { fontFiles }, { canvasPainter }] = await Promise.all([
    import('./pdf/doctor-pdf.ts'),
    import('./pdf/font-files.ts'),
    import('./pdf/canvas-painter.ts'),
  ])
  return doctorPdf(summary, { files: await fontFiles(), painter: canvasPainter(), now: known.now })
}

/** Makes the page on this device and passes it to the browser or to another app. */
export function useDoctorFile(known: Known, visit?: DoctorSummaryInput['visit']) {
  const { user, zone } = useSession()
  const [state, setState] = useState<DoctorFileState>({ kind: 'idle' })
  const made = useRef<{ notes: string; known: Known; file: File } | null>(null)

  const fileOf = async (notes: string): Promise<File | null> => {
    if (made.current?.notes === notes && made.current.known === known) return made.current.file
    setState({ kind: 'busy' })
    try {
      const { bytes, painted } = await make(known, doctorSummary({ ...known, user, zone, notes, visit }))
      const file = new File([bytes], NAME, { type: 'application/pdf' })
      made.current = { notes, known, file }
      setState({ kind: 'made', painted })
      return file
    } catch (error) {
      // The code is loaded on demand: offline, and before the worker has it, the page cannot be made.
      reportError(error)
      setState({ kind: 'failed' })
      return null
    }
  }
  return {
    state,
    download: async (notes: string) => {
      const file = await fileOf(notes)
      if (file) saveFile(NAME, file)
    },
    share: async (notes: string) => {
      const file = await fileOf(notes)
      if (file) await navigator.share({ files: [file] }).catch((error: unknown) => saveUnlessClosed(error, file))
    },
  }
}

/**
 * Saves the file unless the user closed the system's share sheet, because they changed their mind. Any other refusal (a
 * browser that considers the press too long ago, no app for files) would leave them without the file, so it is
 * downloaded.
 */
function saveUnlessClosed(error: unknown, file: File): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) saveFile(NAME, file)
}

/** Returns whether this browser can share files with other apps. */
export const canShareFiles = (): boolean =>
  'canShare' in navigator && navigator.canShare({ files: [new File([''], NAME, { type: 'application/pdf' })] })
