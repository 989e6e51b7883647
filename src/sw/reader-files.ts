import { registerRoute } from 'workbox-routing'

/**
 * What reading print and barcodes on the device needs (src/platform/device-reader.ts, barcode-reader.ts): too much to
 * download for everybody.
 */
const FILES = /^\/assets\/(tesseract-core-simd-lstm|worker\.min|eng\.traineddata|barcode-decoder|zxing_reader)/
const CACHE = 'dosewell-reader'

/**
 * Caches these files once they were used, so that they are available offline; those of an earlier version are deleted.
 */
export function keepReaderFiles(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && FILES.test(url.pathname),
    async ({ request, url }) => {
      const cache = await caches.open(CACHE)
      const kept = await cache.match(url.href)
      if (kept) return kept
      const answer = await fetch(request)
      if (answer.ok) {
        const name = nameOf(url.href)
        for (const old of await cache.keys()) if (nameOf(old.url) === name) await cache.delete(old)
        await cache.put(url.href, answer.clone())
      }
      return answer
    },
  )
}

const nameOf = (address: string): string | undefined => FILES.exec(new URL(address).pathname)?.[1]
