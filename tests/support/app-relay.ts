import { connect, createServer, type Socket } from 'node:net'

/**
 * The connection between browser and server, which a test can spoil.
 * - `through`: as if the relay were not there
 * - `hang`: connections are accepted, but nothing ever comes back (a train in a tunnel, a captive portal)
 * - `cut`: connections are closed immediately
 */
export type WireState = 'through' | 'hang' | 'cut'

export interface AppRelay {
  /** `http://localhost:<port>`: what the browser opens instead of the server's address. */
  readonly url: string
  /** Takes effect for every connection, including open ones. */
  set(state: WireState): void
  close(): Promise<void>
}

/** Starts a TCP relay to `port` of this machine. */
export async function startAppRelay(port: number): Promise<AppRelay> {
  const pairs = new Set<{ browser: Socket; server: Socket }>()
  let state: WireState = 'through'

  const wire = createServer((browser) => {
    if (state === 'cut') {
      browser.destroy()
      return
    }
    const server = connect(port, '127.0.0.1')
    const pair = { browser, server }
    const end = () => {
      pairs.delete(pair)
      browser.destroy()
      server.destroy()
    }
    for (const socket of [browser, server]) socket.on('error', end).on('close', end)
    pairs.add(pair)
    join(pair, state)
  })

  await new Promise<void>((resolve, reject) => {
    wire.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = wire.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port')

  const cutAll = () => {
    for (const { browser } of pairs) browser.destroy()
  }
  return {
    url: `http://localhost:${address.port}`,
    set(next) {
      // Bytes swallowed while it hung cannot be recovered: those connections are closed, and the browser opens others.
      if (next === 'cut' || state === 'hang') cutAll()
      state = next
      for (const pair of pairs) join(pair, next)
    },
    close: () =>
      new Promise((resolve) => {
        wire.close(() => resolve())
        cutAll()
      }),
  }
}

/** A hanging connection stays open while its bytes are read and dropped: requests made in that time get no answer. */
function join({ browser, server }: { browser: Socket; server: Socket }, state: WireState): void {
  browser.removeAllListeners('data')
  server.removeAllListeners('data')
  browser.on('data', (bytes) => {
    if (state === 'through') server.write(bytes)
  })
  server.on('data', (bytes) => {
    if (state === 'through') browser.write(bytes)
  })
}
