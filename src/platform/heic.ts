/** A phone photo takes a second or two; only a file made to do so takes longer than this. */
const LIMIT = 30_000

/**
 * Decodes a HEIC on this device when the browser cannot: upright, with at most DOCUMENT_PIXELS. Returns null if it
 * could not be decoded, the decoder could not be loaded, or it took longer than 30 s. The first call downloads 1.4 MB,
 * unless the app is installed, whose worker already has them.
 */
export async function decodeHeic(file: Blob): Promise<ImageBitmap | null> {
  const worker = new Worker(new URL('./heic-decoder.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ImageBitmap | null>) => resolve(data)
      worker.onerror = (event) => {
        // The answer covers it; unhandled, it would be reported as an error of the page.
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
