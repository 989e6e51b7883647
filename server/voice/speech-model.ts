import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../platform/config.ts'

/** A speech model as sherpa-onnx is told of it: its kind, with the paths of its files. */
export type SpeechModel = Record<string, unknown> & { tokens: string }

/** Our names for sherpa-onnx's CTC models, by the `model_type` that such a file says of itself. */
const CTC_KINDS: Record<string, string> = {
  EncDecCTCModel: 'nemoCtc',
  EncDecCTCModelBPE: 'nemoCtc',
  EncDecHybridRNNTCTCBPEModel: 'nemoCtc',
  zipformer2_ctc: 'zipformerCtc',
  wenet_ctc: 'wenetCtc',
  sense_voice_ctc: 'senseVoice',
}

/** A file that says of itself what it is does so at its end, in at most this many bytes. */
const END = 1024 * 1024

/**
 * Returns the speech model in a directory. Which kind it is, the names of its files say, as they are published for
 * sherpa-onnx: transducer, Whisper, Moonshine, or one file of a CTC model. Of two precisions int8 is taken, which is
 * several times faster on a processor.
 * @throws ConfigError a sentence that names SPEECH_MODEL_DIR and what is missing
 */
export function speechModelIn(directory: string): SpeechModel {
  const names = namesIn(directory)
  const find = (pattern: RegExp): string | undefined => {
    const found = names.filter((name) => /\.onnx$/.test(name) && pattern.test(name))
    return found.find((name) => name.includes('int8')) ?? found[0]
  }
  const need = (kind: string, what: string, pattern: RegExp): string => {
    const name = find(pattern)
    if (name === undefined) throw fault(directory, `has no ${what}, which ${kind} needs`)
    return join(directory, name)
  }
  const tokens = names.find((name) => /(^|[-_.])tokens\.txt$/.test(name))
  if (!names.some((name) => name.endsWith('.onnx'))) {
    throw fault(directory, 'holds no speech model: there is no file that ends in .onnx')
  }
  if (tokens === undefined) throw fault(directory, 'has no tokens.txt, which every speech model needs')
  const model = { tokens: join(directory, tokens) }

  if (find(/joiner/)) {
    const part = (what: string) => need('a transducer model', `${what}.onnx`, new RegExp(what))
    return { ...model, transducer: { encoder: part('encoder'), decoder: part('decoder'), joiner: part('joiner') } }
  }
  if (find(/preprocess|cached_decode/)) {
    const part = (what: string, pattern: RegExp) => need('a Moonshine model', `${what}.onnx`, pattern)
    return {
      ...model,
      moonshine: {
        preprocessor: part('preprocess', /preprocess/),
        encoder: part('encode', /^encode/),
        uncachedDecoder: part('uncached_decode', /uncached_decode/),
        cachedDecoder: part('cached_decode', /(?<!un)cached_decode/),
      },
    }
  }
  if (find(/encoder|decoder/)) {
    const part = (what: string) => need('a Whisper model', `${what}.onnx`, new RegExp(what))
    const files = { encoder: part('encoder'), decoder: part('decoder') }
    return { ...model, whisper: { ...files, language: 'en', task: 'transcribe' } }
  }
  const file = need('a CTC model', 'model.onnx', /./)
  const type = modelTypeOf(file)
  const kind = type === null ? undefined : CTC_KINDS[type]
  if (kind === undefined) {
    const says = type === null ? 'does not say what kind of speech model it is' : `is of an unknown kind (${type})`
    throw fault(directory, `cannot be used: ${file} ${says}`)
  }
  return { ...model, [kind]: { model: file } }
}

const fault = (directory: string, what: string) => new ConfigError(`SPEECH_MODEL_DIR ${directory} ${what}.`)

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw fault(directory, 'does not exist')
    if (code === 'ENOTDIR') throw fault(directory, 'is a file and not a directory')
    throw fault(directory, `cannot be read (${String(code)})`)
  }
}

/** Returns `model_type` of an ONNX file's metadata, which is near its end; null if it has none. */
function modelTypeOf(file: string): string | null {
  const open = openSync(file, 'r')
  try {
    const { size } = fstatSync(open)
    const end = Buffer.alloc(Math.min(size, END))
    readSync(open, end, 0, end.length, size - end.length)
    // Two fields of a protocol buffer: the key with its length, then the value with its own.
    const key = Buffer.from('\x0a\x0amodel_type\x12', 'latin1')
    const at = end.lastIndexOf(key)
    if (at < 0) return null
    const from = at + key.length + 1
    return end.toString('latin1', from, from + (end[from - 1] ?? 0))
  } finally {
    closeSync(open)
  }
}
