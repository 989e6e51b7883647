/**
 * A separate process that turns speech into text with sherpa-onnx (decision 067): a native library that works on
 * strangers' recordings takes down this process and not the server. One recording at a time (transcriber.ts). Called
 * with a model as its argument, it only loads that, and ends.
 */
import { availableParallelism } from 'node:os'
import type { OfflineRecognizer } from 'sherpa-onnx-node'
import { readInput } from '../platform/processes/helper-input.ts'
import { pieces } from './pieces.ts'
import type { SpeechModel } from './speech-model.ts'
import type { TranscriptionAnswer, TranscriptionJob } from './transcriber.ts'
import { waveSamples } from './wave-samples.ts'

/** Samples a second, and bands of a frame, that all models are made for. */
const FEATURES = { sampleRate: 16_000, featureDim: 80 }

async function load(model: SpeechModel): Promise<OfflineRecognizer> {
  const { default: sherpa } = await import('sherpa-onnx-node').catch(() => {
    process.stderr.write('the package sherpa-onnx-node is not installed for this platform\n')
    process.exit(1)
  })
  // One core is left to the server.
  const numThreads = Math.min(4, Math.max(1, availableParallelism() - 1))
  return new sherpa.OfflineRecognizer({ featConfig: FEATURES, modelConfig: { ...model, numThreads } })
}

function transcribed(recogniser: OfflineRecognizer, recording: Buffer): TranscriptionAnswer {
  const sound = waveSamples(recording)
  if (!sound) return null
  const texts = pieces(sound).map((samples) => {
    const stream = recogniser.createStream()
    stream.acceptWaveform({ samples, sampleRate: sound.rate })
    recogniser.decode(stream)
    return recogniser.getResult(stream).text.trim()
  })
  const text = texts.filter((part) => part !== '').join(' ')
  // Many models only know capitals; nobody writes like that.
  return { text: /\p{Ll}/u.test(text) ? text : text.toLowerCase() }
}

const [, , toCheck] = process.argv
if (toCheck === undefined) {
  let loaded: Promise<OfflineRecognizer> | undefined
  process.on('message', async ({ model, size }: TranscriptionJob) => {
    loaded ??= load(model)
    const [recogniser, recording] = await Promise.all([loaded, readInput(size)])
    process.send?.(transcribed(recogniser, recording))
  })
  // The server is gone, and no one else would end this process.
  process.on('disconnect', () => process.exit())
} else {
  await load(JSON.parse(toCheck) as SpeechModel)
}
