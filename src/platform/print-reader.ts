/**
 * The worker in which the models find and read the print on one picture (decision 065). It has each line read by
 * Tesseract as well, which is in a worker of its own: the page hands lines and letters to and fro. It is separate from
 * the page because WebAssembly needs a policy that the page does not get (server/http/plugins/client.ts), because reading
 * takes seconds, and because its memory is freed with the worker.
 */
import { greymapOf } from '@dosewell/print/grey'
import type { Glyph } from '@dosewell/print/line'
import { type LineReaders, type PageReading, readLines } from '@dosewell/print/read-lines'
import { lineForTesseract } from '@dosewell/print/tesseract-line'
import { isKnownOnLabels } from '@dosewell/reading/known-words'
import { fetchModels } from './model-files.ts'
import { pagePicture } from './page-picture.ts'
import { deviceModels } from './print-models.ts'

/** A picture first, then the letters of each line that was asked for. */
export type ToPrintReader = { kind: 'picture'; picture: Blob } | { kind: 'letters'; letters: Glyph[] }

export type FromPrintReader =
  /** How much is fetched, or read, from 0 to 1. */
  | { kind: 'fetching' | 'reading'; share: number }
  /** A line to be read by Tesseract: a picture of it, and the height of that. */
  | { kind: 'line'; line: Blob; height: number }
  /** Null if there are no lines. */
  | { kind: 'read'; reading: PageReading | null }
  /** The runtime or a model could not be loaded, or failed. */
  | { kind: 'failed' }

/** How often progress is told. */
const PARTS = 20

const say = (message: FromPrintReader) => postMessage(message)

/** Who waits for the letters of a line; they come in the order in which lines were sent. */
const waiting: ((letters: Glyph[]) => void)[] = []

const other: LineReaders['other'] = (line) =>
  new Promise((resolve) => {
    waiting.push(resolve)
    const grey = lineForTesseract(line)
    say({ kind: 'line', line: new Blob([greymapOf(grey)]), height: grey.height })
  })

/** Returns a function that says how far a stage is, in twentieths: a screen reader speaks each. */
function telling(kind: 'fetching' | 'reading'): (share: number) => void {
  let said = -1
  return (share) => {
    const part = Math.floor(share * PARTS)
    if (part === said) return
    said = part
    say({ kind, share: part / PARTS })
  }
}

async function read(picture: Blob): Promise<PageReading | null> {
  const [page, files] = await Promise.all([pagePicture(picture), fetchModels(telling('fetching'))])
  const onProgress = telling('reading')
  onProgress(0)
  return readLines(page, { models: await deviceModels(files), other, isKnown: isKnownOnLabels, onProgress })
}

addEventListener('message', ({ data }: MessageEvent<ToPrintReader>) => {
  if (data.kind === 'letters') return waiting.shift()?.(data.letters)
  read(data.picture).then(
    (reading) => say({ kind: 'read', reading }),
    () => say({ kind: 'failed' }),
  )
})
