/** `npm run build`: builds the client into dist/client. The server needs no build: Node runs its TypeScript. */
import { buildClient } from './client-build.ts'

process.exitCode = (await buildClient()) ? 0 : 1
