/** A photo of a phone takes a second or two; longer than this only a file that was made to. */
const LIMIT = 30_000

/**
 * Decodes a HEIC on this device, where the browser itself cannot: upright, with no more than DOCUMENT_PIXELS. Null when
 * it could not be decoded, the decoder could not be fetched, or it took longer than 30 s. Its first call fetches 1.4
 * MB, which an installed worker has already.
 */
export async function decodeHeic(file: Blob): Promise<ImageBitmap | null> {
  const worker = new Worker(new URL('./heic-decoder.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ImageBitmap | null>) => resolve(data)
      worker.onerror = (event) => {
        // Said by the answer; unhandled it would be reported as a fault of the page.
        event.preventDefault()
        resolve(null)
      }
      setTimeout(() => resolve(null), LIMIT)
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}
