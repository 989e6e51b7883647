/**
 * Writes public/sounds/reminder.wav: two strokes of a calm bell, a major third apart, 0.7 seconds. It is synthesised,
 * so nobody owns the rights.
 *   node tools/sound.ts
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const RATE_HZ = 22_050
const SECONDS = 0.7
const PEAK = 0.72

interface Stroke {
  hz: number
  at: number
  loud: number
}

const STROKES: Stroke[] = [
  { hz: 659.25, at: 0, loud: 1 },
  { hz: 830.61, at: 0.2, loud: 0.9 },
]

/** Partials of a small bell: ratio to the tone, share of its loudness, seconds until it has fallen to 1/e. */
const PARTIALS = [
  { ratio: 1, share: 1, decay: 0.22 },
  { ratio: 2.01, share: 0.34, decay: 0.14 },
  { ratio: 2.99, share: 0.14, decay: 0.08 },
]

const ATTACK_S = 0.008
const FADE_S = 0.06

function strokeAt(stroke: Stroke, time: number): number {
  const age = time - stroke.at
  if (age < 0) return 0
  const attack = Math.min(1, age / ATTACK_S)
  return PARTIALS.reduce(
    (sum, { ratio, share, decay }) =>
      sum + attack * stroke.loud * share * Math.exp(-age / decay) * Math.sin(2 * Math.PI * stroke.hz * ratio * age),
    0,
  )
}

function samples(): Float64Array {
  const wave = Float64Array.from({ length: Math.round(RATE_HZ * SECONDS) }, (_, index) => {
    const time = index / RATE_HZ
    const fade = Math.min(1, (SECONDS - time) / FADE_S)
    return fade * STROKES.reduce((sum, stroke) => sum + strokeAt(stroke, time), 0)
  })
  const loudest = wave.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)
  return wave.map((value) => (value / loudest) * PEAK)
}

/** Returns a RIFF/WAVE file: PCM, 16 bits, one channel. */
function wav(wave: Float64Array): Buffer {
  const bytes = wave.length * 2
  const file = Buffer.alloc(44 + bytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + bytes, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(RATE_HZ, 24)
  file.writeUInt32LE(RATE_HZ * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(bytes, 40)
  wave.forEach((value, index) => {
    file.writeInt16LE(Math.round(value * 32_767), 44 + index * 2)
  })
  return file
}

const folder = fileURLToPath(new URL('../public/sounds/', import.meta.url))
await mkdir(folder, { recursive: true })
await writeFile(`${folder}reminder.wav`, wav(samples()))
