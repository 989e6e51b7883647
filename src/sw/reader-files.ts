import { registerRoute } from 'workbox-routing'

/**
 * What reading print and barcodes on the device needs (src/platform/device-reader.ts, model-files.ts,
 * barcode-reader.ts): too much to download for everybody.
 */
export const READER_FILES = [
  'tesseract-core-simd-lstm',
  'worker.min',
  'eng.traineddata',
  'print-reader',
  'ort-wasm-simd-threaded',
  'ch_PP-OCRv4_det',
  'ch_PP-OCRv4_rec',
  'ch_ppocr_mobile',
  'barcode-decoder',
  'zxing_reader',
]
const FILES = new RegExp(`^/assets/(${READER_FILES.map((name) => name.replace('.', '\\.')).join('|')})`)
const CACHE = 'dosewell-reader'

/**
 * Caches these files once they were used, so that they are available offline; those of an earlier version are deleted.
 * They are answered while they still come, so that a page can show how far they are.
 */
export function keepReaderFiles(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && FILES.test(url.pathname),
    async ({ request, url, event }) => {
      const cache = await caches.open(CACHE)
      const kept = await cache.match(url.href)
      if (kept) return kept
      const answer = await fetch(request)
      // A full disk, or a page that hung up: the next time it is fetched again.
      if (answer.ok) event.waitUntil(keep(cache, url.href, answer.clone()).catch(() => {}))
      return answer
    },
  )
}

async function keep(cache: Cache, address: string, answer: Response): Promise<void> {
  const name = nameOf(address)
  await cache.put(address, answer)
  for (const old of await cache.keys()) {
    if (old.url !== address && nameOf(old.url) === name) await cache.delete(old)
  }
}

const nameOf = (address: string): string | undefined => FILES.exec(new URL(address).pathname)?.[1]
