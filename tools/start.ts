/**
 * `npm start`: builds the client when it is missing or older than its sources, then becomes the server: in the same
 * process, so signals, exit code and process id are the server's own.
 */
import { buildClient, clientIsStale } from './client-build.ts'
import { endWithParent } from './end-with-parent.ts'
import { loadSettings } from './run.ts'

endWithParent()
loadSettings()
if (clientIsStale() && !(await buildClient())) {
  console.error('The client could not be built, so the server was not started.')
  process.exit(1)
}
await import('#server/main.ts')
