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
  /** Key and label in turn. */
  actions: string[]
}

/**
 * A D-Bus of its own with a notification area on it: Chromium hands its notifications there as on any desktop, and a click from
 * here is a real one, with which the worker may open windows.
 */
export interface PrivateDesktop {
  /** For the environment of the browser. */
  readonly env: Record<string, string>
  /** Waits for the notification that is shown and matches. */
  next(matches: (shown: OnDesktop) => boolean): Promise<OnDesktop>
  /** Presses the button with that label; without one the notification itself. */
  click(shown: OnDesktop, label?: string): void
  /** Waves it away. */
  dismiss(shown: OnDesktop): void
  stop(): void
}

const PYTHON = '/usr/bin/python3'
const NEEDED = 'import dbus, dbus.service, dbus.mainloop.glib; from gi.repository import GLib'

/** Whether this machine has what it takes: dbus-daemon, and Python with dbus and gi. */
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
