import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadBurst } from '#tests/server/support/upload-burst.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { sized } from '#tests/support/long.ts'

let server: AppServer
beforeAll(async () => {
  // The limit is what a server needs beyond a first start, which creates the database.
  server = await startAppServer({ needsClient: false, isFirstStart: true, isMeasured: true })
})
afterAll(() => server.stop())

const MEGABYTE = 1024 * 1024

describe('many uploads at once', () => {
  it('cost the server at most 200 MB of memory, all together', async () => {
    // Begins like a picture but is none: received, passed on and refused, without the work of decoding it.
    const picture = Buffer.alloc(14 * MEGABYTE)
    picture.set([0xff, 0xd8, 0xff])
    const { before, peak, statuses } = await uploadBurst(server, {
      people: sized({ short: 8, long: 12 }),
      each: 3,
      picture,
      fields: {},
    })
    expect(peak - before).toBeLessThan(200 * MEGABYTE)
    // Some were processed, and the others were told when to try again: 429 behind one's own uploads, 503 behind others'.
    expect(statuses[422]).toBeGreaterThan(0)
    expect(Object.keys(statuses).filter((status) => !['422', '429', '503'].includes(status))).toEqual([])
  })
})
