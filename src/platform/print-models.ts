import { type PrintModels, printModels, type RunModel, runModel } from '@dosewell/print/models'
import { env, type InferenceSession, Tensor as Input, InferenceSession as Session } from 'onnxruntime-web/wasm'

/** The models as files, and the list of characters that goes with the last one. */
export interface ModelFiles {
  detector: Uint8Array
  turner: Uint8Array
  reader: Uint8Array
  characters: string
}

/** No arena, as on the server: it would keep what the largest picture needed, and WebAssembly never gives memory back. */
const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['wasm'],
  executionMode: 'sequential',
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 4,
}

/**
 * Loads the models into WebAssembly, of this thread alone: more threads need a page that is isolated from other origins,
 * and ours are not. Rejects where the runtime or a model cannot be loaded.
 */
export async function deviceModels({ characters, ...files }: ModelFiles): Promise<PrintModels> {
  env.wasm.numThreads = 1
  const load = async (file: Uint8Array): Promise<RunModel> => {
    const session = await Session.create(file, OPTIONS)
    return runModel(session, ({ data, dims }) => new Input('float32', data, dims))
  }
  return printModels({
    detector: await load(files.detector),
    turner: await load(files.turner),
    reader: await load(files.reader),
    characters,
  })
}
