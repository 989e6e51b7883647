import type { TestProject } from 'vitest/node'
import { startAppServer } from '#tests/support/app-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sharedServer: { port: number; dataDir: string }
  }
}

/** Global setup of the browser tests: one server for all files that neither configure nor end theirs. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startAppServer()
  const { port, dataDir } = server
  project.provide('sharedServer', { port, dataDir })
  return () => server.stop()
}
