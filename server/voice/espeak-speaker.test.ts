import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Spoken, VOICES } from '#domain/protocol/voice.ts'
import { espeakSpeaker } from './espeak-speaker.ts'
import type { Speaker } from './speaker.ts'

let speaker: Speaker
beforeAll(() => {
  speaker = espeakSpeaker()
})
afterAll(() => speaker.close())

const TEXT = "Medication reminder. It's time to take Metformin at 8:00 AM."

async function spoken(what: Partial<Spoken> = {}): Promise<Buffer> {
  const speech = await speaker.speak({ text: TEXT, voice: 'alloy', speed: 1, ...what })
  if (speech.kind !== 'spoken') throw new Error(`nothing was spoken: ${speech.reason}`)
  return Buffer.from(speech.audio)
}

const RATE = 22_050
const samplesOf = (file: Buffer) =>
  new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length))
const secondsOf = (file: Buffer) => samplesOf(file).length / RATE

/** Returns the median pitch of the voiced pieces, in hertz, by autocorrelation. */
function pitchOf(file: Buffer): number {
  const samples = samplesOf(file)
  const piece = 1024
  const power = (from: number) => {
    let sum = 0
    for (let at = from; at < from + piece; at += 1) sum += (samples[at] ?? 0) ** 2
    return sum
  }
  const pitches: number[] = []
  for (let from = 0; from + 2 * piece < samples.length; from += 2 * piece) {
    const own = power(from)
    if (own / piece < 2_000_000) continue
    let best = { likeness: 0, lag: 0 }
    for (let lag = Math.floor(RATE / 400); lag < RATE / 55; lag += 1) {
      let shared = 0
      for (let at = from; at < from + piece; at += 1) shared += (samples[at] ?? 0) * (samples[at + lag] ?? 0)
      const likeness = shared / Math.sqrt(own * power(from + lag) + 1)
      if (likeness > best.likeness) best = { likeness, lag }
    }
    if (best.likeness > 0.7) pitches.push(RATE / best.lag)
  }
  return pitches.sort((one, other) => one - other)[Math.floor(pitches.length / 2)] ?? 0
}

describe('speech made on this machine', () => {
  it('is a WAV file of 16-bit PCM, as long as its header says', async () => {
    const file = await spoken()
    expect(file.subarray(0, 4).toString()).toBe('RIFF')
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
    expect(file.subarray(8, 16).toString()).toBe('WAVEfmt ')
    expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)]).toEqual([
      1,
      1,
      RATE,
      16,
    ])
    expect(file.subarray(36, 40).toString()).toBe('data')
    expect(file.readUInt32LE(40)).toBe(file.length - 44)
  })

  it('has six voices: the deep one is the lowest, men’s are below the women’s, and no two are alike', async () => {
    const pitches: Record<string, number> = {}
    const files = new Set<string>()
    for (const voice of VOICES) {
      const file = await spoken({ voice })
      pitches[voice] = pitchOf(file)
      files.add(file.toString('base64'))
    }
    const { alloy = 0, echo = 0, fable = 0, onyx = 0, nova = 0, shimmer = 0 } = pitches
    expect(files.size).toBe(6)
    expect(onyx).toBeGreaterThan(50)
    expect(onyx).toBeLessThan(Math.min(alloy, echo, fable) * 0.95)
    expect(Math.max(alloy, echo, fable)).toBeLessThan(nova * 0.75)
    expect(shimmer).toBeGreaterThan(nova)
  })

  it.each([0.25, 0.5, 2, 3, 4])('at speed %d takes that much of the time, in the same pitch', async (speed) => {
    const usual = await spoken()
    const file = await spoken({ speed })
    expect((secondsOf(usual) / secondsOf(file) / speed).toFixed(1)).toMatch(/^(0\.9|1\.0|1\.1)$/)
    expect(Math.abs(pitchOf(file) / pitchOf(usual) - 1)).toBeLessThan(0.15)
  })

  it('takes no orders from the text: markup is words', async () => {
    const pause = await spoken({ text: 'Hello <break time="3600s"/> there' })
    expect(secondsOf(pause)).toBeLessThan(20)
    const plain = await spoken({ text: 'Hello there' })
    expect(secondsOf(pause)).toBeGreaterThan(secondsOf(plain))
  })

  it('1000 characters at a quarter of the speed are spoken too', async () => {
    const file = await spoken({ text: 'word '.repeat(200), speed: 0.25 })
    expect(secondsOf(file)).toBeGreaterThan(100)
  })
})
