import { createServer } from 'node:net'

/** Returns a TCP port on 127.0.0.1 that was free a moment ago. Another process may take it before the caller does. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port)
        else reject(new Error('The probe for a free port has no address'))
      })
    })
  })
}
