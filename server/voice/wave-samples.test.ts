import { describe, expect, it } from 'vitest'
import { waveFile } from '#domain/lib/wave-file.ts'
import { waveSamples } from './wave-samples.ts'

const SAMPLES = [0, 16_384, -16_384, 32_767]
const FILE = Buffer.from(waveFile(Int16Array.from(SAMPLES), 16_000))

/** Returns the file with other numbers in its header, each of 16 bits at a place. */
function changed(numbers: Record<number, number>): Buffer {
  const file = Buffer.from(FILE)
  for (const [at, value] of Object.entries(numbers)) file.writeUInt16LE(value, Number(at))
  return file
}
const CHANNELS = 22
const heard = (file: Buffer) => Array.from(waveSamples(file)?.samples ?? [], (sample) => sample * 32_768)

describe('the sound of a WAV file', () => {
  it('is its samples and their rate', () => {
    expect(waveSamples(FILE)?.rate).toBe(16_000)
    expect(heard(FILE)).toEqual(SAMPLES)
  })

  it('of two channels is their mean', () => {
    expect(heard(changed({ [CHANNELS]: 2 }))).toEqual([8192, 8191.5])
  })

  it('is found behind other chunks, which start at even places', () => {
    const other = Buffer.from('LIST\x03\x00\x00\x00abc\x00', 'latin1')
    expect(heard(Buffer.concat([FILE.subarray(0, 12), other, FILE.subarray(12)]))).toEqual(SAMPLES)
  })

  it('of a file that was cut off, or says a size it does not have, is what is there', () => {
    expect(heard(FILE.subarray(0, 47))).toEqual([0])
    expect(heard(changed({ 40: 0xff_ff, 42: 0xff_ff }))).toEqual(SAMPLES)
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['another file', Buffer.from('RIFF\x00\x00\x00\x00AVI LIST', 'latin1')],
    ['a file without a format', Buffer.concat([FILE.subarray(0, 12), FILE.subarray(36)])],
    ['compressed sound', changed({ 20: 85 })],
    ['samples of 8 bits', changed({ 34: 8 })],
    ['six channels', changed({ [CHANNELS]: 6 })],
    ['no samples a second', changed({ 24: 0 })],
  ])('is none in %s', (_what, file) => {
    expect(waveSamples(file)).toBeNull()
  })
})
