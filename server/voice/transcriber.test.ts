import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tonesFile, writeTinyModel } from '../testing/speech-model.ts'
import { speechModelIn } from './speech-model.ts'
import { modelTranscriber, type RecordingSource, type Transcriber, transcriberOf } from './transcriber.ts'

const folder = mkdtempSync(join(tmpdir(), 'dosewell-speech-'))
afterAll(() => rmSync(folder, { recursive: true }))

let next = 0
/** Returns a new directory with empty files of these names. */
function directoryWith(names: readonly string[]): string {
  next += 1
  const directory = join(folder, `model-${next}`)
  writeTinyModel(directory)
  rmSync(join(directory, 'model.onnx'))
  rmSync(join(directory, 'tokens.txt'))
  for (const name of names) writeFileSync(join(directory, name), '')
  return directory
}

const sourceOf = (bytes: Buffer): RecordingSource => ({
  size: bytes.length,
  async *chunks() {
    yield bytes
  },
})
const { signal } = new AbortController()

/** The package has no build for every platform; where it is missing, an operator is told so (below). */
const isInstalled = (() => {
  try {
    createRequire(import.meta.url)('sherpa-onnx-node')
    return true
  } catch {
    return false
  }
})()

describe('a model of one’s own', () => {
  it.each<[string, readonly string[], string]>([
    ['nothing', [], 'holds no speech model: there is no file that ends in .onnx'],
    ['only the words', ['tokens.txt'], 'holds no speech model: there is no file that ends in .onnx'],
    ['no words', ['model.onnx'], 'has no tokens.txt, which every speech model needs'],
    [
      'half a transducer',
      ['encoder.onnx', 'joiner.onnx', 'tokens.txt'],
      'has no decoder.onnx, which a transducer model needs',
    ],
    [
      'half of Whisper',
      ['tiny.en-encoder.onnx', 'tiny.en-tokens.txt'],
      'has no decoder.onnx, which a Whisper model needs',
    ],
    [
      'half of Moonshine',
      ['preprocess.onnx', 'encode.int8.onnx', 'uncached_decode.int8.onnx', 'tokens.txt'],
      'has no cached_decode.onnx, which a Moonshine model needs',
    ],
    ['another model', ['model.onnx', 'tokens.txt'], 'does not say what kind of speech model it is'],
  ])('a directory with %s is refused in a sentence that names the setting', (_what, names, sentence) => {
    const directory = directoryWith(names)
    expect(() => speechModelIn(directory)).toThrow(`SPEECH_MODEL_DIR ${directory} `)
    expect(() => speechModelIn(directory)).toThrow(sentence)
  })

  it('a directory that is not there, or is a file, is refused too', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => speechModelIn(join(folder, 'nowhere'))).toThrow(/^SPEECH_MODEL_DIR .*nowhere does not exist\.$/)
    expect(() => speechModelIn(file)).toThrow(/is a file and not a directory\.$/)
  })

  it('is known by the names of its files, as they are published; int8 is preferred', () => {
    const whisper = directoryWith([
      'base.en-decoder.int8.onnx',
      'base.en-decoder.onnx',
      'base.en-encoder.int8.onnx',
      'base.en-encoder.onnx',
      'base.en-tokens.txt',
    ])
    expect(speechModelIn(whisper)).toMatchObject({
      whisper: {
        encoder: join(whisper, 'base.en-encoder.int8.onnx'),
        decoder: join(whisper, 'base.en-decoder.int8.onnx'),
      },
      tokens: join(whisper, 'base.en-tokens.txt'),
    })
    const transducer = directoryWith([
      'decoder-epoch-30.onnx',
      'encoder-epoch-30.int8.onnx',
      'joiner.onnx',
      'tokens.txt',
    ])
    expect(speechModelIn(transducer)).toMatchObject({
      transducer: {
        encoder: join(transducer, 'encoder-epoch-30.int8.onnx'),
        decoder: join(transducer, 'decoder-epoch-30.onnx'),
        joiner: join(transducer, 'joiner.onnx'),
      },
    })
    const moonshine = directoryWith([
      'cached_decode.int8.onnx',
      'encode.int8.onnx',
      'preprocess.onnx',
      'tokens.txt',
      'uncached_decode.int8.onnx',
    ])
    expect(speechModelIn(moonshine)).toMatchObject({
      moonshine: {
        preprocessor: join(moonshine, 'preprocess.onnx'),
        encoder: join(moonshine, 'encode.int8.onnx'),
        uncachedDecoder: join(moonshine, 'uncached_decode.int8.onnx'),
        cachedDecoder: join(moonshine, 'cached_decode.int8.onnx'),
      },
    })
  })
})

/** Both cannot be seen on one machine, and CI has the package. */
if (!isInstalled) {
  it('without sherpa-onnx-node the setting is refused at the start, and the sentence names the package', async () => {
    const directory = join(folder, 'tiny-without')
    writeTinyModel(directory)
    await expect(transcriberOf(directory)).rejects.toThrow('sherpa-onnx-node is not installed')
  })
}

describe.skipIf(!isInstalled)('speech turned into text on this machine (skipped without sherpa-onnx-node)', () => {
  let transcriber: Transcriber
  beforeAll(async () => {
    const directory = join(folder, 'tiny')
    writeTinyModel(directory)
    transcriber = await transcriberOf(directory)
  })
  afterAll(() => transcriber.close())
  const heard = (bytes: Buffer) => transcriber.transcribe(sourceOf(bytes), signal)

  it('a recording is heard word for word by a model that was loaded from its files', async () => {
    expect(await heard(tonesFile(['low', 'high', 'high', 'low']))).toEqual({ ok: true, value: 'low high high low' })
  })

  it('a long one is heard to its end, and silence says nothing', async () => {
    const words = Array.from({ length: 50 }, (_, at) => (at % 3 === 0 ? 'high' : 'low'))
    expect(await heard(tonesFile(words))).toEqual({ ok: true, value: words.join(' ') })
    expect(await heard(tonesFile([]))).toEqual({ ok: true, value: '' })
  })

  it('what is no sound of the kind that it takes is unreadable, and the next recording is heard', async () => {
    const unreadable = { ok: false, why: 'unreadable', status: null }
    expect(await heard(Buffer.from('\x1aE\xdf\xa3 a recording of another kind'))).toEqual(unreadable)
    expect(await heard(tonesFile(['high']).subarray(0, 30))).toEqual(unreadable)
    expect(await heard(tonesFile(['high']))).toEqual({ ok: true, value: 'high' })
  })

  it('hanging up ends the work, and with too many waiting the next is told that it is busy', async () => {
    const one = modelTranscriber(speechModelIn(join(folder, 'tiny')), { timeout: 60_000, waiting: 0, idle: 60_000 })
    const gone = new AbortController()
    const first = one.transcribe(sourceOf(tonesFile(['low'])), gone.signal)
    expect(await one.transcribe(sourceOf(tonesFile(['low'])), signal)).toMatchObject({ ok: false, why: 'busy' })
    gone.abort()
    expect(await first).toMatchObject({ ok: false, why: 'failed' })
    one.close()
  })

  it('a file that is no model, and words that are not the model’s, are refused with the reason', async () => {
    const garbage = join(folder, 'garbage')
    writeTinyModel(garbage)
    writeFileSync(join(garbage, 'encoder.onnx'), 'no model')
    writeFileSync(join(garbage, 'decoder.onnx'), 'no model')
    await expect(transcriberOf(garbage)).rejects.toThrow(
      new RegExp(`^SPEECH_MODEL_DIR ${garbage} holds a speech model that cannot be loaded: .+\\.$`),
    )
    const otherWords = join(folder, 'other-words')
    writeTinyModel(otherWords)
    copyFileSync(join(garbage, 'encoder.onnx'), join(otherWords, 'tokens.txt'))
    await expect(transcriberOf(otherWords)).rejects.toThrow(/cannot be loaded: .+\.$/)
  })
})
