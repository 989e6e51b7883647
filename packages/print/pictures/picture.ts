/** A colour picture: red, green and blue of each pixel, one byte each, row by row. */
export interface Picture {
  data: Uint8Array
  width: number
  height: number
}

export const CHANNELS = 3

/** Returns a picture without its fourth channel, how opaque each pixel is. */
export function fromRgba({ data, width, height }: { data: ArrayLike<number>; width: number; height: number }): Picture {
  const colours = new Uint8Array(width * height * CHANNELS)
  for (let from = 0, to = 0; to < colours.length; from += 4, to += CHANNELS) {
    colours[to] = data[from] as number
    colours[to + 1] = data[from + 1] as number
    colours[to + 2] = data[from + 2] as number
  }
  return { data: colours, width, height }
}
