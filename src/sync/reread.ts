import { type DrainPorts, nextToSend } from './drain.ts'
import { inEpoch } from './epoch.ts'
import { askForDoses, columnsReader, readPage } from './log-pages.ts'

/** How long (ms) a pass goes on with it: until the next one, the device hears of nothing new. */
const MOST_OF_A_PASS = 1_000

/**
 * Reads the log once more from its beginning, page by page, where an earlier version of the app left something out of
 * its entries (docs/sync-spec.md, S4.9). Runs inside the drain lock, when everything else is done, and makes way for
 * what has to be sent, and after a second for what is new. However it ends, the next pass goes on where it stopped.
 */
export async function rereadLog(ports: DrainPorts): Promise<void> {
  const { epoch } = await ports.store.readState()
  const inner = { ...ports, transport: inEpoch(ports, epoch) }
  const reader = await columnsReader()
  const end = ports.clock.now() + MOST_OF_A_PASS
  while (ports.clock.now() < end) {
    const { reread } = await ports.store.readState()
    const waiting = await nextToSend(ports)
    if (!reread || waiting?.length !== 0) return
    const got = await askForDoses(inner, reread.from, reader)
    const page = 'end' in got ? null : readPage(got.answer.body, reader)
    const events = page?.events()
    if (!page || !events) return
    const { cursor, more } = page
    const isLast = !more || cursor <= reread.from
    await ports.store.replaceDoses(events, { from: reread.from, to: isLast ? reread.to : cursor })
  }
}
