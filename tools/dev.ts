/**
 * `npm run dev`: runs the server, restarted on every change, behind Vite with hot reload. Ctrl-C ends both; when one of
 * them ends, so does the other.
 */
import { endWithParent } from './end-with-parent.ts'
import { ended, loadSettings, start } from './run.ts'

/** Fixed, because the server must accept this origin: Vite stops with a message when the port is taken. */
const ADDRESS = 'http://localhost:5173'

loadSettings()
const children = [
  start('node', ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    PUBLIC_URL: process.env.PUBLIC_URL ?? ADDRESS,
  }),
  start('vite', ['--host', 'localhost', '--port', new URL(ADDRESS).port, '--strictPort']),
]

function endAll(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal)
}

let asked = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    asked = true
    endAll(signal)
  })
}

endWithParent()
const ends = children.map(ended)
const { code } = await Promise.race(ends)
endAll('SIGTERM')
await Promise.all(ends)
process.exitCode = asked ? 0 : (code ?? 1)
