import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startAppServer } from '#tests/support/app-server.ts'
import { launch } from '#tests/support/chromium.ts'
import { REPOSITORY } from '../../run.ts'
import { fieldsOf, type LabelReader } from './label-reader.ts'

/** As in src/platform/device-reader.ts, whose built file runs in the page. */
interface DeviceReader {
  readOnDevice(
    picture: Blob,
    onProgress: () => void,
  ): { read: Promise<Awaited<ReturnType<LabelReader['read']>> | null> }
}

/**
 * Reads as a device reads: in Chromium, from the files that the server sends, each picture in fresh workers. Needs a
 * built client.
 */
export async function onDevice(): Promise<LabelReader> {
  const manifest = JSON.parse(readFileSync(path.join(REPOSITORY, 'dist/client/.vite/manifest.json'), 'utf8'))
  const script = `/${manifest['src/platform/device-reader.ts'].file}`
  const [server, browser] = await Promise.all([startAppServer(), launch()])
  const page = await browser.newPage()
  await page.goto(`${server.url}/terms`)
  return {
    name: 'Dosewell, device',
    async read(picture) {
      const read = await page.evaluate(
        async ({ script, bytes }) => {
          const { readOnDevice }: DeviceReader = await import(script)
          const { buffer } = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))
          return readOnDevice(new Blob([buffer]), () => {}).read
        },
        { script, bytes: picture.toString('base64') },
      )
      return read ?? { text: '', confidence: 0 }
    },
    fields: fieldsOf,
    async close() {
      await browser.close()
      await server.stop()
    },
  }
}
