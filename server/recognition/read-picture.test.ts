import type { PrintModels } from '@dosewell/print/models'
import { expect, it } from 'vitest'
import { labelPhoto } from '../testing/pictures.ts'
import { startReading } from './read-picture.ts'

const none: PrintModels = {
  boxesIn: () => Promise.reject(new Error('no memory')),
  isTurned: async () => 0,
  lettersOf: async () => [],
}

it.each([
  ['cannot be loaded', () => Promise.reject(new Error('no library for this system')), 'no library for this system'],
  ['fails while it reads', async () => none, 'no memory'],
  ['finds no lines', async () => ({ ...none, boxesIn: async () => [] }), null],
])(
  'where the second recogniser %s, the first reads alone',
  async (_what, load, fault) => {
    const read = await startReading(load)
    const { text, ...rest } = await read(await labelPhoto())
    expect(text).toContain('Amoxicillin 500mg capsules')
    expect(rest).toEqual({ confidence: expect.any(Number), fault })
  },
  60_000,
)
