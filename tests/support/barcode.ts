import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')

/** Returns a barcode as a PNG, with its quiet zone. Of a DataMatrix, `(01)09300675003261` is a GS1 element. */
export async function barcodeOf(text: string, format: 'EAN13' | 'DataMatrix'): Promise<Buffer> {
  const { buffer } = new Uint8Array(await readFile(wasm))
  prepareZXingModule({ overrides: { wasmBinary: buffer } })
  const gs1: WriterOptions = format === 'DataMatrix' ? { options: 'gs1' } : {}
  const { image, error } = await writeBarcode(text, { format, scale: 6, addQuietZones: true, ...gs1 })
  if (!image) throw new Error(error)
  return Buffer.from(await image.arrayBuffer())
}
