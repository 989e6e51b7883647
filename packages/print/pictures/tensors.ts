import { CHANNELS, type Picture } from './picture.ts'

/** Numbers for a model: colours, then rows, then columns. */
export interface Tensor {
  data: Float32Array
  dims: readonly [1, number, number, number]
}

/** The mean and the deviation of each colour with which the detector was taught: those of ImageNet. */
const DETECTOR = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const
const PLAIN = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] } as const

/** Returns what the detector of lines is given; the sides have to be multiples of 32. */
export const detectorTensor = (picture: Picture): Tensor => tensorOf(picture, picture.width, DETECTOR)

/** Returns what reads a line, or its direction, is given; a line that is narrower than `width` is followed by grey. */
export const lineTensor = (picture: Picture, width = picture.width): Tensor =>
  tensorOf(picture, Math.max(width, picture.width), PLAIN)

/** The models were taught with blue first. */
function tensorOf(
  { data, width, height }: Picture,
  wide: number,
  { mean, deviation }: { mean: readonly number[]; deviation: readonly number[] },
): Tensor {
  const values = new Float32Array(CHANNELS * wide * height)
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const [middle, spread] = [mean[channel] as number, deviation[channel] as number]
    for (let row = 0; row < height; row += 1) {
      let to = (channel * height + row) * wide
      let at = row * width * CHANNELS + CHANNELS - 1 - channel
      for (let column = 0; column < width; column += 1, to += 1, at += CHANNELS) {
        values[to] = ((data[at] as number) / 255 - middle) / spread
      }
    }
  }
  return { data: values, dims: [1, CHANNELS, height, wide] }
}
