import { connect, createServer, type Socket } from 'node:net'

/** A TCP relay that forwards every byte after half a round trip. */
export interface DelayingRelay {
  readonly url: string
  close(): Promise<void>
}

/**
 * @param port of this machine
 * @param roundTrip milliseconds, half of them in either direction; connecting itself is not delayed
 */
export async function startDelayingRelay(port: number, roundTrip: number): Promise<DelayingRelay> {
  const sockets = new Set<Socket>()
  const wire = createServer((browser) => {
    const server = connect(port, '127.0.0.1')
    pass(browser, server, roundTrip / 2)
    pass(server, browser, roundTrip / 2)
    for (const socket of [browser, server]) {
      sockets.add(socket)
      socket.setNoDelay(true).on('close', () => sockets.delete(socket))
    }
  })
  await new Promise<void>((resolve, reject) => {
    wire.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = wire.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port')
  return {
    url: `http://localhost:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        wire.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/**
 * Timers of equal length fire in the order in which they were set, so the bytes stay in order, and the end comes last.
 */
function pass(from: Socket, to: Socket, delay: number): void {
  from.on('data', (bytes) => {
    setTimeout(() => {
      if (!to.destroyed) to.write(bytes)
    }, delay)
  })
  from.on('error', () => from.destroy())
  from.on('close', () => setTimeout(() => to.destroy(), delay))
}
