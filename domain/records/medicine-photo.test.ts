import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { bytesOfBase64 } from '../lib/base64.ts'
import { RED_PHOTO } from '../testing/samples.ts'
import { PHOTO_BYTES, PHOTO_SIDE, photoProblem, photoSchema } from './medicine-photo.ts'
import { jpegSize, plainJpeg } from './plain-jpeg.ts'

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const red = Buffer.from(RED_PHOTO, 'base64')
const pixels = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c82828' } })
const jpegOf = (width: number, height: number, options = {}) => pixels(width, height).jpeg(options).toBuffer()

/** The red photo with one more segment of the kind that JFIF begins with. */
const withHead = (words: string): Uint8Array => {
  const content = Buffer.from(words, 'latin1')
  return Buffer.concat([red.subarray(0, 2), Buffer.of(0xff, 0xe0, 0, content.length + 2), content, red.subarray(2)])
}

const NO_JPEG = 'must be a JPEG in base64'
const MORE = 'must hold nothing but the picture (no EXIF, no comments, nothing after it)'
const SMALLER = 'must be at most 160 pixels wide and high'

describe('the photo of a medicine', () => {
  it.each<[string, () => Promise<Uint8Array> | Uint8Array, string | null]>([
    ['a small one', () => red, null],
    ['the largest one', () => jpegOf(PHOTO_SIDE, PHOTO_SIDE), null],
    ['a progressive one', () => jpegOf(90, 90, { progressive: true }), null],
    ['one in grey', () => pixels(40, 40).greyscale().jpeg().toBuffer(), null],
    ['one a pixel too wide', () => jpegOf(PHOTO_SIDE + 1, 10), SMALLER],
    ['one a pixel too high', () => jpegOf(10, PHOTO_SIDE + 1), SMALLER],
    ['nothing', () => new Uint8Array(), NO_JPEG],
    ['a PNG', () => pixels(8, 8).png().toBuffer(), NO_JPEG],
    ['a WebP', () => pixels(8, 8).webp().toBuffer(), NO_JPEG],
    ['a page', () => Buffer.from('<html><script>alert(1)</script></html>'), NO_JPEG],
    ['one that was cut off', () => red.subarray(0, 200), NO_JPEG],
    ['only the two ends', () => Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), NO_JPEG],
    [
      'one with a place',
      () =>
        pixels(8, 8)
          .withExif({ IFD3: { GPSLatitudeRef: 'S' } })
          .jpeg()
          .toBuffer(),
      MORE,
    ],
    ['one with a profile', () => pixels(8, 8).withIccProfile('p3').jpeg().toBuffer(), MORE],
    ['one with words in its head', () => withHead('a place and a time'), MORE],
    [
      'one with a preview in its head',
      () => withHead('JFIF\u0000\u0001\u0002\u0000\u0000\u0001\u0000\u0001\u0001\u0001'),
      MORE,
    ],
    ['one with a zip behind it', () => Buffer.concat([red, Buffer.from('PK\u0003\u0004')]), MORE],
  ])('may be %s', async (_what, make, problem) => {
    expect(photoProblem(base64(await make()))).toBe(problem)
  })

  it.each([
    ['with a line break', `${RED_PHOTO.slice(0, 76)}\n${RED_PHOTO.slice(76)}`],
    ['without its padding', RED_PHOTO.replace(/=+$/, '')],
    ['for addresses', RED_PHOTO.replaceAll('/', '_')],
    ['as an address', `data:image/jpeg;base64,${RED_PHOTO}`],
  ])('is not read from base64 %s', (_what, text) => {
    expect(photoProblem(text)).toBe(NO_JPEG)
  })

  it('has an end: what is longer is not looked at', () => {
    expect(photoProblem('A'.repeat((PHOTO_BYTES / 3) * 4 + 4))).toBe(`must be at most ${PHOTO_BYTES} bytes`)
    expect(photoSchema.safeParse(RED_PHOTO).success).toBe(true)
    expect(photoSchema.safeParse('').success).toBe(false)
  })

  it('any bytes and any text get an answer, and what is changed in a photo never makes it larger', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => photoProblem(base64(bytes)) !== null))
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => photoProblem(text) !== null))
    const broken = fc.tuple(fc.nat(red.length - 1), fc.nat(255)).map(([at, byte]) => {
      const bytes = Uint8Array.from(red)
      bytes[at] = byte
      return bytes
    })
    fc.assert(
      fc.property(broken, (bytes) => {
        const size = photoProblem(base64(bytes)) === null ? jpegSize(bytes) : { width: 1, height: 1 }
        return size !== null && size.width <= PHOTO_SIDE && size.height <= PHOTO_SIDE
      }),
    )
  })
})

describe('a JPEG', () => {
  it('loses what else is in it, and none of its pixels', async () => {
    const place = { IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'S' } }
    const bytes = Buffer.concat([await pixels(8, 8).withExif(place).jpeg().toBuffer(), Buffer.from('and more')])
    const plain = plainJpeg(bytes)
    if (!plain) throw new Error('it is a JPEG')
    expect(Buffer.from(plain).includes('Phone')).toBe(false)
    expect(photoProblem(base64(plain))).toBeNull()
    const rows = (picture: Uint8Array) => sharp(picture).raw().toBuffer()
    expect(await rows(plain)).toEqual(await rows(bytes))
  })

  it('that is plain stays as it is', () => {
    expect(plainJpeg(red)).toEqual(Uint8Array.from(red))
    expect(jpegSize(red)).toEqual({ width: 8, height: 8 })
  })
})

it('base64 is read as it is written', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(bytesOfBase64(base64(bytes))).toEqual(bytes)
    }),
  )
  for (const other of ['A', 'AA', 'AAA', '====', 'AB==', 'AAB=', 'A===', 'AA A', 'AA=A'])
    expect(bytesOfBase64(other), other).toBeNull()
})
