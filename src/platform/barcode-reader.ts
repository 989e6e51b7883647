import type { Gtin } from '#domain/records/barcode.ts'
import { BARCODE_FORMATS, type BarcodeFormat, gtinOf, type SeenBarcode } from '#domain/records/seen-barcode.ts'

/** Looks for barcodes in pictures on this device. */
export interface BarcodeReader {
  /**
   * Returns the first GTIN in the picture, null if there is none. The pixels are used up. Rejects when the decoder cannot
   * be loaded: it is downloaded on first use.
   */
  read(picture: ImageData): Promise<Gtin | null>
  close(): void
}

/** Web API that TypeScript's library lacks (WICG Shape Detection). */
interface NativeDetector {
  detect(picture: ImageData): Promise<{ rawValue: string; format: string }[]>
}
interface NativeDetectors {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

/** What nearly all packages carry; a browser that does not know both is no help. */
const NEEDED: readonly BarcodeFormat[] = ['ean_13', 'data_matrix']

/** Returns the browser's own reader if it knows the barcodes of packages, otherwise ours (decision 066). */
export async function openBarcodeReader(): Promise<BarcodeReader> {
  return (await nativeReader().catch(() => null)) ?? ownReader()
}

async function nativeReader(): Promise<BarcodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectors }
  if (!BarcodeDetector) return null
  const known = await BarcodeDetector.getSupportedFormats()
  if (!NEEDED.every((format) => known.includes(format))) return null
  const detector = new BarcodeDetector({ formats: BARCODE_FORMATS.filter((format) => known.includes(format)) })
  return {
    async read(picture) {
      const found = await detector.detect(picture)
      return firstGtin(found.map(({ rawValue, format }) => ({ text: rawValue, format: format as BarcodeFormat })))
    },
    close() {},
  }
}

/** A frame is read within a tenth of a second; the first one waits for 0.4 MB, on a slow network too. */
const LIMIT = 60_000

function ownReader(): BarcodeReader {
  const worker = new Worker(new URL('./barcode-decoder.ts', import.meta.url), { type: 'module' })
  let isBroken = false
  // One at a time, since an answer does not name its picture: one may be chosen while the camera is being read.
  let last: Promise<unknown> = Promise.resolve()
  const asked = (picture: ImageData) =>
    new Promise<SeenBarcode[] | null>((resolve) => {
      const patience = setTimeout(() => resolve(null), LIMIT)
      worker.onmessage = ({ data }: MessageEvent<SeenBarcode[] | null>) => {
        clearTimeout(patience)
        resolve(data)
      }
      worker.onerror = (event) => {
        // The answer covers it; unhandled, it would be reported as an error of the page.
        event.preventDefault()
        isBroken = true
        resolve(null)
      }
      worker.postMessage(picture, [picture.data.buffer])
    })
  return {
    async read(picture) {
      const asking = last.then(() => (isBroken ? null : asked(picture)))
      last = asking.catch(() => {})
      const seen = await asking
      if (!seen) throw new Error('The barcode decoder could not be loaded')
      return firstGtin(seen)
    },
    close: () => worker.terminate(),
  }
}

function firstGtin(seen: SeenBarcode[]): Gtin | null {
  for (const one of seen) {
    const gtin = gtinOf(one)
    if (gtin) return gtin
  }
  return null
}
