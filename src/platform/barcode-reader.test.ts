import { afterEach, expect, it, vi } from 'vitest'
import type { SeenBarcode } from '#domain/records/seen-barcode.ts'
import { openBarcodeReader } from './barcode-reader.ts'

/** Takes its time, and answers in the order in which it was asked: with the number that stands for the picture. */
class SlowDecoder {
  onmessage: ((event: { data: SeenBarcode[] }) => void) | null = null
  #last = Promise.resolve()

  postMessage({ width }: ImageData): void {
    const seen: SeenBarcode[] = width === 0 ? [] : [{ text: NUMBERS[width] ?? '', format: 'ean_13' }]
    this.#last = this.#last
      .then(() => new Promise((resolve) => setTimeout(resolve, 5)))
      .then(() => this.onmessage?.({ data: seen }))
  }

  terminate(): void {}
}

const NUMBERS = ['', '9300675003261', '4006381333931']

const picture = (width: number) => ({ width, height: 1, data: new Uint8ClampedArray(4) }) as unknown as ImageData

afterEach(() => vi.unstubAllGlobals())

it('a chosen picture gets its own answer while the camera is being read, and so does the camera', async () => {
  vi.stubGlobal('Worker', SlowDecoder)
  const reader = await openBarcodeReader()
  const read = await Promise.all([reader.read(picture(0)), reader.read(picture(1)), reader.read(picture(2))])
  expect(read).toEqual([null, '09300675003261', '04006381333931'])
  reader.close()
})
