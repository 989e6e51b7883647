/**
 * A separate process that speaks with eSpeak NG (decision 025). One text at a time (espeak-speaker.ts). Any program
 * that responds to the same messages can take its place.
 */
import loadEspeak from '@echogarden/espeak-ng-emscripten'
import { waveFile } from '#domain/lib/wave-file.ts'
import type { Voice } from '#domain/protocol/voice.ts'
import type { SpeechAnswer, SpeechJob } from './espeak-speaker.ts'
import { stretch } from './stretch.ts'

interface Sound {
  /** An eSpeak NG voice with its variant. */
  name: string
  pitch: number
  /** How much the pitch varies. */
  range: number
  volume: number
}

const SOUNDS: Record<Voice, Sound> = {
  alloy: { name: 'en-us', pitch: 58, range: 50, volume: 100 },
  echo: { name: 'en-us+m3', pitch: 34, range: 50, volume: 100 },
  fable: { name: 'en-gb-x-rp+m1', pitch: 64, range: 60, volume: 100 },
  onyx: { name: 'en-us+m7', pitch: 8, range: 35, volume: 100 },
  nova: { name: 'en-us+f2', pitch: 52, range: 55, volume: 100 },
  shimmer: { name: 'en-us+f5', pitch: 72, range: 40, volume: 70 },
}

/**
 * Words per minute at speed 1, and the slowest and fastest that eSpeak NG speaks; beyond that, the sound is stretched.
 */
const USUAL = 175
const SLOWEST = 80
const FASTEST = 450

/**
 * eSpeak NG interprets markup (a pause of hours, a file to play) and, in double brackets, phonemes. Here a text is just
 * words.
 */
const asWords = (text: string): string =>
  text.replaceAll('<', ' less than ').replaceAll('>', ' greater than ').replaceAll('&', ' and ').replaceAll('[[', '[ [')

const espeak = loadEspeak({ print: () => {}, printErr: () => {} }).then((module) => new module.eSpeakNGWorker())

async function spoken({ text, voice, speed }: SpeechJob): Promise<Uint8Array> {
  const synthesizer = await espeak
  const { name, pitch, range, volume } = SOUNDS[voice]
  const rate = Math.min(FASTEST, Math.max(SLOWEST, Math.round(USUAL * speed)))
  synthesizer.set_voice(name, '')
  synthesizer.set_pitch(pitch)
  synthesizer.set_range(range)
  synthesizer.set_volume(volume)
  synthesizer.set_rate(rate)
  const parts: Int16Array[] = []
  synthesizer.synthesize(asWords(text), (samples) => {
    if (samples) parts.push(samples)
    return false
  })
  return waveFile(stretch(joined(parts), rate / (USUAL * speed)), synthesizer.get_samplerate())
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

process.on('message', async (job: SpeechJob) => {
  const answer: SpeechAnswer = { audio: await spoken(job) }
  process.send?.(answer)
})
// The server is gone, and no one else would end this process.
process.on('disconnect', () => process.exit())
