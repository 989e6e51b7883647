import { glyphsIn } from '@dosewell/print/tesseract-line'
import model from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url'
import tesseract from 'tesseract.js/dist/tesseract.esm.min.js'
import workerPath from 'tesseract.js/dist/worker.min.js?url'
import corePath from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url'
import type { FromPrintReader, ToPrintReader } from './print-reader.ts'

/** The text on a picture, line by line, and how sure the recognisers are of it, from 0 to 100. */
export interface DeviceText {
  text: string
  confidence: number
  /** The same of each line of the text, where lines were read one by one. */
  lineConfidences?: number[]
}

/** How much of what reads has been fetched, or of the text read, from 0 to 1. */
export interface ReadingProgress {
  stage: 'fetching' | 'reading'
  share: number
}

export interface DeviceReading {
  /** What is on the picture; null if the reading was cancelled or failed. Never rejects. */
  read: Promise<DeviceText | null>
  cancel(): void
}

type Tell = (progress: ReadingProgress) => unknown
type Tesseract = Awaited<ReturnType<typeof tesseract.createWorker>>

/** Pictures are read one after the other: each takes some hundred megabytes of memory. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads the text on a picture on this device, with the same two recognisers as the server (decision 065): what they need
 * comes from our own server (23 MB, the first time) and the picture is sent nowhere. Where the second one cannot be
 * loaded or finds nothing, Tesseract reads alone.
 */
export function readOnDevice(picture: Blob, onProgress: Tell): DeviceReading {
  const over = new AbortController()
  const cancelled = new Promise<null>((resolve) => over.signal.addEventListener('abort', () => resolve(null)))
  const tell: Tell = (progress) => over.signal.aborted || onProgress(progress)
  const before = last
  const reading = before.then(() => (over.signal.aborted ? null : readNow(picture, tell, cancelled)))
  const read = Promise.race([reading.catch(() => null), cancelled])
  last = before.then(() => read)
  return { read, cancel: () => over.abort() }
}

async function readNow(picture: Blob, onProgress: Tell, cancelled: Promise<null>): Promise<DeviceText | null> {
  let isAlone = false
  const starting = startTesseract((share) => isAlone && onProgress({ stage: 'reading', share }))
  const models = new Worker(new URL('./print-reader.ts', import.meta.url), { type: 'module' })
  const reading = async () => {
    const byBoth = await readLineByLine(models, picture, starting, onProgress)
    if (byBoth) return byBoth
    isAlone = true
    const worker = await starting
    await worker.setParameters({ tessedit_pageseg_mode: tesseract.PSM.SINGLE_BLOCK })
    const { data } = await worker.recognize(picture)
    return { text: data.text, confidence: data.confidence }
  }
  return Promise.race([reading(), cancelled]).finally(() => {
    models.terminate()
    void starting.then((worker) => worker.terminate()).catch(() => {})
  })
}

/** The worker is the package's own file under its own policy (server/http/plugins/client.ts). */
const startTesseract = (onProgress: (share: number) => void): Promise<Tesseract> =>
  tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, {
    // The package adds `/eng.traineddata.gz` to the path. Our file has a hash in its name, so the addition goes into
    // the query.
    langPath: `${model}?`,
    workerPath,
    corePath,
    workerBlobURL: false,
    // The service worker caches the files; a copy in the package's own database would outlive them.
    cacheMethod: 'none',
    logger: ({ status, progress }) => status === 'recognizing text' && onProgress(progress),
    errorHandler: () => {},
  })

/**
 * Has the models read a picture, and Tesseract each line that they find. Null where the models cannot be loaded, fail or
 * find no lines; rejects where Tesseract fails, without which nothing is read.
 */
async function readLineByLine(
  models: Worker,
  picture: Blob,
  starting: Promise<Tesseract>,
  onProgress: Tell,
): Promise<DeviceText | null> {
  const ask = (message: ToPrintReader) => models.postMessage(message)
  const ready = starting.then(async (worker) => {
    await worker.setParameters({ tessedit_pageseg_mode: tesseract.PSM.SINGLE_LINE })
    return worker
  })
  const lettersOf = async (line: Blob, height: number) => {
    const { data } = await (await ready).recognize(line, {}, { blocks: true })
    ask({ kind: 'letters', letters: glyphsIn(data, { height }) })
  }
  return new Promise((resolve, reject) => {
    ready.catch(reject)
    models.onerror = (event) => {
      // The answer covers it; unhandled, it would be reported as an error of the page.
      event.preventDefault()
      resolve(null)
    }
    models.onmessage = ({ data }: MessageEvent<FromPrintReader>) => {
      if (data.kind === 'line') lettersOf(data.line, data.height).catch(reject)
      else if (data.kind === 'read') resolve(data.reading)
      else if (data.kind === 'failed') resolve(null)
      else onProgress({ stage: data.kind, share: data.share })
    }
    ask({ kind: 'picture', picture })
  })
}
