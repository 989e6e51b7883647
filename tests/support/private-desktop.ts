import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import readline from 'node:readline'
import { until } from './wait.ts'

/** A notification as the desktop was asked to show it. */
export interface OnDesktop {
  id: number
  summary: string
  body: string
  /** Keys and labels, alternating. */
  actions: string[]
}

/**
 * A private D-Bus with a notification area: Chromium sends its notifications there as on any desktop, and a click from
 * here is a real one, which allows the worker to open windows.
 */
export interface PrivateDesktop {
  /** Environment variables for the browser. */
  readonly env: Record<string, string>
  /** Waits for a shown notification that matches. */
  next(matches: (shown: OnDesktop) => boolean): Promise<OnDesktop>
  /** Presses the button with that label; without a label, the notification itself. */
  click(shown: OnDesktop, label?: string): void
  /** Dismisses it. */
  dismiss(shown: OnDesktop): void
  stop(): void
}

const PYTHON = '/usr/bin/python3'
const NEEDED = 'import dbus, dbus.service, dbus.mainloop.glib; from gi.repository import GLib'

/** Whether this machine has the requirements: dbus-daemon, and Python with dbus and gi. */
export const hasPrivateDesktop = (): boolean =>
  spawnSync('dbus-daemon', ['--version']).status === 0 && spawnSync(PYTHON, ['-c', NEEDED]).status === 0

export async function privateDesktop(): Promise<PrivateDesktop> {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--nosyslog', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [address] = await once(readline.createInterface({ input: bus.stdout }), 'line')
  const env = { DBUS_SESSION_BUS_ADDRESS: String(address) }
  const area = spawn(PYTHON, [path.join(import.meta.dirname, 'notification-area.py')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  })
  const shown: OnDesktop[] = []
  let isReady = false
  readline.createInterface({ input: area.stdout }).on('line', (line) => {
    const event = JSON.parse(line)
    if (event.kind === 'ready') isReady = true
    if (event.kind === 'shown') shown.push(event)
  })
  await until(() => isReady, { what: 'the notification area' })
  const press = (id: number, action: string) => area.stdin.write(`${id} ${action}\n`)
  return {
    env,
    next: (matches) => until(() => shown.findLast(matches), { timeout: 90_000, what: 'the notification' }),
    click({ id, actions }, label) {
      const key = label === undefined ? 'default' : actions[actions.indexOf(label) - 1]
      if (key === undefined) throw new Error(`It has no button ${label}: ${actions}`)
      press(id, key)
    },
    dismiss: ({ id }) => void press(id, 'dismiss'),
    stop() {
      area.kill()
      bus.kill()
    },
  }
}
