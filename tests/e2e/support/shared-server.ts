import type { TestProject } from 'vitest/node'
import { startAppServer } from '#tests/support/app-server.ts'
import { freePort } from '#tests/support/free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** On `pushPort` nothing listens; the server also sends to a push service that a test starts there. */
    sharedServer: { port: number; dataDir: string; pushPort: number }
  }
}

/** Global setup of the browser tests: one server for all files that neither configure nor end theirs. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const pushPort = await freePort()
  const server = await startAppServer({ environment: { PUSH_SERVICE: `http://127.0.0.1:${pushPort}` } })
  const { port, dataDir } = server
  project.provide('sharedServer', { port, dataDir, pushPort })
  return () => server.stop()
}
