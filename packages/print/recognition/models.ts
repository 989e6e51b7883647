import type { Box } from '../boxes/box.ts'
import { findBoxes } from '../boxes/find-boxes.ts'
import { alphabetOf } from '../lines/alphabet.ts'
import { lettersIn } from '../lines/ctc.ts'
import type { Glyph } from '../lines/line.ts'
import { linePicture } from '../pictures/line-picture.ts'
import type { Picture } from '../pictures/picture.ts'
import { detectorTensor, lineTensor, type Tensor } from '../pictures/tensors.ts'

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

/** Runs one model: its only input for its only output. Rejects if that fails. */
export type RunModel = (input: Tensor) => Promise<{ data: Float32Array; dims: readonly number[] }>

/** A model as ONNX Runtime holds it, on the server and in a page. */
interface Session<Input> {
  inputNames: readonly string[]
  outputNames: readonly string[]
  run(inputs: Record<string, Input>): Promise<Record<string, { data: unknown; dims: readonly number[] }>>
}

/**
 * Returns what runs the model of a session, for which a tensor becomes an input of its runtime. All models here take
 * and return floats.
 */
export const runModel =
  <Input>(session: Session<Input>, inputOf: (tensor: Tensor) => Input): RunModel =>
  async (tensor) => {
    const { [session.outputNames[0] ?? '']: output } = await session.run({
      [session.inputNames[0] ?? '']: inputOf(tensor),
    })
    if (!output) throw new Error('the model returned nothing')
    return { data: output.data as Float32Array, dims: output.dims }
  }

/** The three models of PP-OCRv4, run by whatever runs models here. */
export interface LoadedModels {
  detector: RunModel
  turner: RunModel
  reader: RunModel
  /** The list of characters that the reader knows, one a line. */
  characters: string
}

/** Returns what the models say about pictures, in boxes and letters. */
export function printModels({ detector, turner, reader, characters }: LoadedModels): PrintModels {
  const alphabet = alphabetOf(characters)
  return {
    async boxesIn(picture) {
      const { data } = await detector(detectorTensor(picture))
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
      const { data } = await turner(lineTensor(linePicture(line, box, LINE_HEIGHT), LOOK_WIDTH))
      return data[1] ?? 0
    },
    async lettersOf(line) {
      const { data, dims } = await reader(lineTensor(line))
      const [, steps = 0, classes = 0] = dims
      return lettersIn({ data, steps, classes }, alphabet, line.width / Math.max(1, steps) / line.height)
    },
  }
}
