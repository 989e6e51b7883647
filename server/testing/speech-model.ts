import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waveFile } from '#domain/lib/wave-file.ts'

/** Samples a second of the recordings that the model understands. */
const RATE = 16_000
/** Mel bands of one frame, as sherpa-onnx computes them. */
const BANDS = 80
/** The words that the model knows, each a tone in hertz, and the bands where that tone is heard. */
export const TONES = { low: 400, high: 3000 } as const
const HEARD_IN = { low: [8, 18], high: [55, 66] } as const

/** One field of a protocol buffer: a number, text or bytes, or a message of fields. */
type Value = number | string | Uint8Array
type Fields = readonly (readonly [field: number, value: Value])[]

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

function message(fields: Fields): Buffer {
  return Buffer.concat(
    fields.map(([field, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(field * 8), ...varint(value)])
      const bytes = Buffer.from(value as Uint8Array)
      return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes])
    }),
  )
}

/** ONNX's numbers for types of elements. */
const FLOAT = 1
const INT64 = 7

const node = (operator: string, inputs: readonly string[], output: string, attributes: readonly Fields[] = []) =>
  message([
    ...inputs.map((input) => [1, input] as const),
    [2, output],
    [4, operator],
    ...attributes.map((attribute) => [5, message(attribute)] as const),
  ])
const tensor = (name: string, shape: readonly number[], values: Float32Array) =>
  message([...shape.map((size) => [1, size] as const), [2, FLOAT], [8, name], [9, new Uint8Array(values.buffer)]])
const valueInfo = (name: string, element: number, shape: readonly (number | string)[]) => {
  const dimensions = shape.map((size) => [1, message([[typeof size === 'number' ? 1 : 2, size]])] as const)
  return message([
    [1, name],
    [
      2,
      message([
        [
          1,
          message([
            [1, element],
            [2, message(dimensions)],
          ]),
        ],
      ]),
    ],
  ])
}

/**
 * Returns a speech model of the CTC kind that knows two words: a low and a high tone. It weighs how loud the bands of
 * a tone are against the mean of all bands.
 */
function tinyModel(): Buffer {
  const words = Object.values(HEARD_IN)
  const tokens = words.length + 1
  const weights = new Float32Array(BANDS * tokens)
  for (const [at, [from, to]] of words.entries()) {
    for (let band = 0; band < BANDS; band += 1) {
      const isHeard = band >= from && band <= to
      weights[band * tokens + at + 1] = (isHeard ? 1 / (to - from + 1) : 0) - 1 / BANDS
    }
  }
  const graph = message([
    [1, node('MatMul', ['x', 'weights'], 'loudness')],
    [1, node('Add', ['loudness', 'threshold'], 'scores')],
    [
      1,
      node('LogSoftmax', ['scores'], 'log_probs', [
        [
          [1, 'axis'],
          [3, 2],
          [20, 2],
        ],
      ]),
    ],
    [1, node('Identity', ['x_lens'], 'log_probs_len')],
    [2, 'tones'],
    [5, tensor('weights', [BANDS, tokens], weights)],
    [5, tensor('threshold', [tokens], new Float32Array([3, 0, 0]))],
    [11, valueInfo('x', FLOAT, ['N', 'T', BANDS])],
    [11, valueInfo('x_lens', INT64, ['N'])],
    [12, valueInfo('log_probs', FLOAT, ['N', 'T', tokens])],
    [12, valueInfo('log_probs_len', INT64, ['N'])],
  ])
  return message([
    [1, 8],
    [7, graph],
    [
      8,
      message([
        [1, ''],
        [2, 13],
      ]),
    ],
    [
      14,
      message([
        [1, 'model_type'],
        [2, 'zipformer2_ctc'],
      ]),
    ],
  ])
}

/** Writes the model with its tokens into a directory, for SPEECH_MODEL_DIR. */
export function writeTinyModel(directory: string): void {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'model.onnx'), tinyModel())
  const tokens = ['<blk>', ...Object.keys(TONES).map((word) => `▁${word}`)]
  writeFileSync(join(directory, 'tokens.txt'), tokens.map((token, at) => `${token} ${at}\n`).join(''))
}

/** Returns a WAV file in which these words are said, half a second each with as much silence around it. */
export function tonesFile(words: readonly (keyof typeof TONES)[]): Buffer {
  const half = RATE / 2
  const samples = new Int16Array(half * (2 * words.length + 1))
  for (const [at, word] of words.entries()) {
    for (let sample = 0; sample < half; sample += 1) {
      const angle = (2 * Math.PI * TONES[word] * sample) / RATE
      // Swells and fades: a tone that begins at once is a click, which has every pitch.
      const swell = Math.sin((Math.PI * sample) / half)
      samples[half * (2 * at + 1) + sample] = Math.round(12_000 * swell * Math.sin(angle))
    }
  }
  return Buffer.from(waveFile(samples, RATE))
}
