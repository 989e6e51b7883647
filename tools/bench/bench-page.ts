import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import type { PageCalls } from './page/main.ts'

const repository = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))

/**
 * Bundles a page's script with all its imports as one classic script: the client's own modules, built as the client is.
 */
export async function bundlePage(entry = 'tools/bench/page/main.ts'): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { dexie: repository('node_modules/dexie/dist/modern/dexie.mjs') } },
    build: {
      write: false,
      target: 'baseline-widely-available',
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: repository(entry), formats: ['iife'], name: 'dosewellBenchBundle' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('The page of the bench could not be bundled')
  return chunk.code
}

/** An empty page of an origin, with the bench's script in it. */
export interface BenchPage {
  page: Page
  /** Runs a function of page/main.ts in the page. */
  call<Name extends keyof PageCalls>(
    name: Name,
    ...words: Parameters<PageCalls[Name]>
  ): Promise<Awaited<ReturnType<PageCalls[Name]>>>
}

export async function openBenchPage(context: BrowserContext, origin: string, script: string): Promise<BenchPage> {
  const page = await context.newPage()
  // Below /api, where the app's worker lets requests through to the network.
  await page.goto(`${origin}/api/health/ready`)
  await page.evaluate(script)
  return {
    page,
    call: async (name, ...words) => (await page.evaluate(callInPage, { name, words: words as unknown[] })) as never,
  }
}

/** Runs in the page. */
function callInPage({ name, words }: { name: string; words: unknown[] }): unknown {
  type Calls = Record<string, (...words: unknown[]) => unknown>
  const { dosewellBench } = globalThis as unknown as { dosewellBench: Calls }
  return dosewellBench[name]?.(...words)
}
