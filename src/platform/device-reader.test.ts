import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PATIENTLY } from '#tests/support/wait.ts'
import type { FromPrintReader, ToPrintReader } from './print-reader.ts'

const started: { terminate(): Promise<unknown>; recognize: ReturnType<typeof vi.fn> }[] = []
let modes: string[] = []

vi.mock('tesseract.js/dist/tesseract.esm.min.js', () => ({
  default: {
    OEM: { LSTM_ONLY: 1 },
    PSM: { SINGLE_BLOCK: 'page', SINGLE_LINE: 'line' },
    async createWorker() {
      const worker = {
        setParameters: async ({ tessedit_pageseg_mode: mode }: { tessedit_pageseg_mode: string }) => modes.push(mode),
        recognize: vi.fn(async () => ({ data: { text: 'Iron 5 mg', confidence: 61, blocks: null } })),
        terminate: vi.fn(async () => {}),
      }
      started.push(worker)
      return worker
    },
  },
}))

/** The worker with the models: it does what the test says with the first picture it is sent. */
class Models {
  static all: Models[] = []
  static onPicture: (models: Models) => void
  onmessage: ((event: { data: FromPrintReader }) => void) | null = null
  onerror: ((event: { preventDefault(): void }) => void) | null = null
  letters = 0
  isOver = false
  constructor() {
    Models.all.push(this)
  }
  postMessage(message: ToPrintReader) {
    if (message.kind === 'letters') this.letters += 1
    else Models.onPicture(this)
  }
  say(data: FromPrintReader) {
    this.onmessage?.({ data })
  }
  terminate() {
    this.isOver = true
  }
}

const { readOnDevice } = await import('./device-reader.ts')
const picture = new Blob(['picture'])
const readings = () => ({ begun: Models.all.length, over: Models.all.filter(({ isOver }) => isOver).length })

beforeEach(() => {
  vi.stubGlobal('Worker', Models)
  Models.all = []
  started.length = 0
  modes = []
})
afterEach(() => vi.unstubAllGlobals())

it('each line that the models find is read by Tesseract, too, and what both make of it comes with its confidence', async () => {
  const reading = { text: 'Iron 5 mg\ndaily', confidence: 90, lineConfidences: [95, 80] }
  Models.onPicture = async (models) => {
    models.say({ kind: 'fetching', share: 0.5 })
    models.say({ kind: 'line', line: picture, height: 64 })
    await vi.waitFor(() => expect(models.letters).toBe(1), PATIENTLY)
    models.say({ kind: 'read', reading })
  }
  const shares: string[] = []
  const { read } = readOnDevice(picture, ({ stage, share }) => shares.push(`${stage} ${share}`))
  expect(await read).toEqual(reading)
  expect(shares).toEqual(['fetching 0.5'])
  expect(modes).toEqual(['line'])
  expect(readings()).toEqual({ begun: 1, over: 1 })
  await vi.waitFor(() => expect(started[0]?.terminate).toHaveBeenCalled(), PATIENTLY)
})

it.each<[string, (models: Models) => void]>([
  ['the models cannot be loaded or fail', (models) => models.say({ kind: 'failed' })],
  ['there are no lines', (models) => models.say({ kind: 'read', reading: null })],
  ['their worker cannot be loaded', (models) => models.onerror?.({ preventDefault() {} })],
])('where %s, Tesseract reads the page alone, and its confidence counts for all of it', async (_what, onPicture) => {
  Models.onPicture = onPicture
  expect(await readOnDevice(picture, () => {}).read).toEqual({ text: 'Iron 5 mg', confidence: 61 })
  expect(modes.at(-1)).toBe('page')
})

it('pictures are read one after the other, and a cancelled one ends at once', async () => {
  Models.onPicture = () => {}
  const first = readOnDevice(picture, () => {})
  const second = readOnDevice(picture, () => {})
  await vi.waitFor(() => expect(readings()).toEqual({ begun: 1, over: 0 }), PATIENTLY)
  first.cancel()
  expect(await first.read).toBeNull()
  await vi.waitFor(() => expect(readings()).toEqual({ begun: 2, over: 1 }), PATIENTLY)
  second.cancel()
  expect(await second.read).toBeNull()
  await vi.waitFor(() => expect(readings().over).toBe(2), PATIENTLY)
})

it('one that is cancelled before its turn is never begun, and the next one still waits for the first', async () => {
  const order: string[] = []
  Models.onPicture = async (models) => {
    const number = Models.all.length
    order.push(`${number} begins`)
    await vi.waitFor(() => expect(order).toContain('cancelled'), PATIENTLY)
    order.push(`${number} ends`)
    models.say({ kind: 'failed' })
  }
  const first = readOnDevice(picture, () => {})
  const second = readOnDevice(picture, () => {})
  const third = readOnDevice(picture, () => {})
  second.cancel()
  expect(await second.read).toBeNull()
  await vi.waitFor(() => expect(order).toEqual(['1 begins']), PATIENTLY)
  order.push('cancelled')
  await Promise.all([first.read, third.read])
  expect(order).toEqual(['1 begins', 'cancelled', '1 ends', '2 begins', '2 ends'])
})
