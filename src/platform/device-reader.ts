import model from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url'
import tesseract from 'tesseract.js/dist/tesseract.esm.min.js'
import workerPath from 'tesseract.js/dist/worker.min.js?url'
import corePath from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url'

export interface DeviceReading {
  /** The text on the picture, line by line; null if it was cancelled or failed. Never rejects. */
  text: Promise<string | null>
  cancel(): void
}

/**
 * Reads the text on a picture on this device, with the same recogniser as the server: what it needs comes from our own
 * server (4 MB, the first time) and the picture is sent nowhere. The worker is the package's own file under its own
 * policy (server/http/plugins/client.ts).
 * @param onProgress how much has been read, from 0 to 1
 */
export function readOnDevice(picture: Blob, onProgress: (share: number) => void): DeviceReading {
  let cancel = () => {}
  const cancelled = new Promise<null>((resolve) => {
    cancel = () => resolve(null)
  })
  const reading = async () => {
    const worker = await tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, {
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
    const read = worker.recognize(picture).then(({ data: { text } }) => text)
    return Promise.race([read, cancelled]).finally(() => void worker.terminate())
  }
  return { text: Promise.race([reading().catch(() => null), cancelled]), cancel }
}
