import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SILENCE_MS, type Versions } from '#domain/protocol/events.ts'
import type { ChannelMessage } from '#src/platform/channel.ts'
import { testPage } from '#src/testing/page.ts'
import { type ChangeNotifications, listenForChanges } from './change-notifications.ts'

const USER = 'ann'
const VERSIONS: Versions = { user: USER, epoch: 'first', seq: 4, medications: 1, doses: 4 }

/** The streams that the page has opened, newest last. */
const streams: FakeStream[] = []

class FakeStream extends EventTarget {
  static readonly CLOSED = 2
  readyState = 1
  constructor() {
    super()
    streams.push(this)
  }
  close(): void {
    this.readyState = FakeStream.CLOSED
  }
  say(versions: Versions): void {
    this.dispatchEvent(new MessageEvent('versions', { data: JSON.stringify(versions) }))
  }
}

const openStreams = () => streams.filter(({ readyState }) => readyState !== FakeStream.CLOSED)

/** Returns locks whose next requests fail with these. */
function failingLocks(failures: unknown[]) {
  const request = async (_name: string, _wish: object, work: (lock: object) => Promise<void>) => {
    if (failures.length > 0) throw failures.shift()
    return work({})
  }
  vi.stubGlobal('navigator', { locks: { request } })
}

let changes: ChangeNotifications | null = null
const heard: Versions[] = []
const errors: unknown[] = []
const posted: ChannelMessage[] = []

function listen(onVersions: (versions: Versions) => void = (versions) => heard.push(versions)) {
  changes = listenForChanges({
    user: USER,
    account: USER,
    path: '/api/events',
    channel: { post: (message) => posted.push(message), listen: () => () => {}, close: () => {} },
    random: () => 1,
    onVersions,
    onRefused: () => {},
    onInterrupted: () => {},
    onError: (error) => errors.push(error),
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  testPage()
  vi.stubGlobal('EventSource', FakeStream)
  for (const list of [streams, heard, errors, posted]) list.length = 0
})

afterEach(() => {
  changes?.stop()
  expect(openStreams()).toEqual([])
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)

describe('listening for what is new', () => {
  it('goes on after an error that is not its own letting go, after pauses that grow, and says so each time', async () => {
    const refused = new DOMException('The lock manager is gone.', 'InvalidStateError')
    failingLocks([refused, refused, refused])
    listen()
    await settled()
    expect(errors).toEqual([refused])
    await vi.advanceTimersByTimeAsync(1000)
    expect(errors).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1999)
    expect(errors).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(errors).toHaveLength(3)
    expect(openStreams()).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(4000)
    expect(openStreams()).toHaveLength(1)
    openStreams()[0]?.say(VERSIONS)
    expect(heard).toEqual([VERSIONS])
    expect(changes?.areHeard()).toBe(true)
  })

  it('holds the stream itself in a browser without Web Locks', async () => {
    vi.stubGlobal('navigator', {})
    listen()
    await settled()
    openStreams()[0]?.say(VERSIONS)
    expect(heard).toEqual([VERSIONS])
    expect(posted).toEqual([{ kind: 'versions', versions: VERSIONS }])
    expect(errors).toEqual([])
  })

  it('S15.2 reports only its own person’s changes, and passes on what the stream says of everybody', async () => {
    listen()
    await settled()
    const ofAnother = { ...VERSIONS, user: 'bob' }
    openStreams()[0]?.say(ofAnother)
    expect([heard, posted]).toEqual([[], [{ kind: 'versions', versions: ofAnother }]])
  })

  it('tries again where the browser cannot open a stream, also one that was there and is opened anew', async () => {
    let isBroken = true
    vi.stubGlobal(
      'EventSource',
      class extends FakeStream {
        constructor() {
          if (isBroken) throw new TypeError('No more connections.')
          super()
        }
      },
    )
    listen()
    await settled()
    expect(errors).toHaveLength(1)
    isBroken = false
    await vi.advanceTimersByTimeAsync(1000)
    expect(openStreams()).toHaveLength(1)
    isBroken = true
    await vi.advanceTimersByTimeAsync(SILENCE_MS)
    expect(errors).toHaveLength(2)
    isBroken = false
    await vi.advanceTimersByTimeAsync(2000)
    expect(openStreams()).toHaveLength(1)
  })

  it('reports what a listener throws, and the next message is heard', async () => {
    const bug = new Error('A bug of the listener.')
    listen((versions) => {
      heard.push(versions)
      if (heard.length === 1) throw bug
    })
    await settled()
    openStreams()[0]?.say(VERSIONS)
    openStreams()[0]?.say({ ...VERSIONS, seq: 5 })
    expect(errors).toEqual([bug])
    expect(heard.map(({ seq }) => seq)).toEqual([4, 5])
    expect(posted).toHaveLength(2)
  })

  it('says nothing when it lets go of a lock that another tab holds, and does not try again', async () => {
    vi.stubGlobal('navigator', {
      locks: {
        request: (_name: string, { signal }: { signal: AbortSignal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    })
    listen()
    await settled()
    changes?.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(errors).toEqual([])
    expect(streams).toEqual([])
  })
})
