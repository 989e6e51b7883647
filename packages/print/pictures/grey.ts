import { CHANNELS, type Picture } from './picture.ts'

/** A greyscale picture: one byte per pixel, row by row, from 0 (black) to 255 (white). */
export interface Grey {
  data: Uint8Array
  width: number
  height: number
}

/** How much of the light of each colour is in grey (ITU-R BT.709). */
const SHARES = [0.2126, 0.7152, 0.0722] as const

/** How much light each shade is, from 0 to 1, and which shade each 4095th of light is (sRGB, IEC 61966-2-1). */
const LIGHT = Float64Array.from({ length: 256 }, (_, shade) => {
  const value = shade / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})
const FINEST = 4095
const SHADES = Uint8Array.from({ length: FINEST + 1 }, (_, part) => {
  const light = part / FINEST
  return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055))
})

/** Returns a colour picture in shades of grey. */
export function greyOf({ data, width, height }: Picture): Grey {
  const grey = new Uint8Array(width * height)
  for (let at = 0; at < grey.length; at += 1) {
    let light = 0
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      light += (LIGHT[data[at * CHANNELS + channel] as number] as number) * (SHARES[channel] as number)
    }
    grey[at] = SHADES[Math.round(light * FINEST)] as number
  }
  return { data: grey, width, height }
}

/** Returns the picture with so many more pixels at its sides and above and below it: its edge goes on. */
export function withMargin({ data, width, height }: Grey, aside: number, upright: number): Grey {
  const larger = { width: width + 2 * aside, height: height + 2 * upright }
  const extended = new Uint8Array(larger.width * larger.height)
  for (let y = 0; y < larger.height; y += 1) {
    const row = Math.min(height - 1, Math.max(0, y - upright)) * width
    const to = y * larger.width
    extended.fill(data[row] as number, to, to + aside)
    extended.set(data.subarray(row, row + width), to + aside)
    extended.fill(data[row + width - 1] as number, to + aside + width, to + larger.width)
  }
  return { data: extended, ...larger }
}

/** Returns the picture as a file that every recogniser reads: a portable greymap, which is the pixels behind a line of text. */
export function greymapOf({ data, width, height }: Grey): Uint8Array<ArrayBuffer> {
  const head = Uint8Array.from(`P5 ${width} ${height} 255\n`, (sign) => sign.charCodeAt(0))
  const file = new Uint8Array(head.length + data.length)
  file.set(head)
  file.set(data, head.length)
  return file
}
