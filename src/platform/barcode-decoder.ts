/**
 * The worker in which zxing-cpp looks for barcodes. It receives one picture after the other and answers each with what
 * it saw, or null if the decoder could not be loaded. It is separate from the page because WebAssembly needs a policy
 * that the page does not get (server/http/plugins/client.ts), and because a camera's picture takes some 50 ms.
 */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { BarcodeFormat, SeenBarcode } from '#domain/records/seen-barcode.ts'

// Without this, the package would fetch it from a server of somebody else.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

/** The package's own names. */
const FORMATS = {
  EAN13: 'ean_13',
  EAN8: 'ean_8',
  UPCA: 'upc_a',
  UPCE: 'upc_e',
  DataMatrix: 'data_matrix',
} as const satisfies Record<string, BarcodeFormat>
type Known = keyof typeof FORMATS

async function seen(pixels: ImageData): Promise<SeenBarcode[]> {
  // not translated: a mode
  const found = await readBarcodes(pixels, { formats: Object.keys(FORMATS) as Known[], textMode: 'Plain' })
  return found.flatMap(({ format, text }) =>
    Object.hasOwn(FORMATS, format) ? [{ text, format: FORMATS[format as Known] }] : [],
  )
}

addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  postMessage(await seen(data).catch(() => null))
})
