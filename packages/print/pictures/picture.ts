/** A colour picture: red, green and blue of each pixel, one byte each, row by row. */
export interface Picture {
  data: Uint8Array
  width: number
  height: number
}

export const CHANNELS = 3
