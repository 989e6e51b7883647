/**
 * Returns a real HEIC, made without an encoder: one HEVC picture of 32 by 32 with uncompressed samples (I_PCM, ITU-T
 * H.265 7.3.8.7), in the boxes of ISO/IEC 23008-12. Its upper left quarter is dark, the rest is paper. None of our
 * tools writes HEVC, and we have no photo that we may include.
 */
export function heicOf(): Buffer {
  const [vps, sps, pps] = [nal(32, videoParameters()), nal(33, sequenceParameters()), nal(34, pictureParameters())]
  const picture = nal(20, slice())
  const item = Buffer.concat([u32(picture.length), picture])
  const ftyp = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'))
  const metaWith = (offset: number) =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, Buffer.alloc(4), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, u16(1)),
      fullBox('iloc', 0, Buffer.from([0x44, 0x00]), u16(1), u16(1), u16(0), u16(1), u32(offset), u32(item.length)),
      fullBox('iinf', 0, u16(1), fullBox('infe', 2, u16(1), u16(0), Buffer.from('hvc1\0'))),
      box(
        'iprp',
        box('ipco', box('hvcC', configuration([vps, sps, pps])), fullBox('ispe', 0, u32(SIDE), u32(SIDE))),
        fullBox('ipma', 0, u32(1), u16(1), Buffer.from([2, 0x81, 0x02])),
      ),
    )
  const offset = ftyp.length + metaWith(0).length + 8
  return Buffer.concat([ftyp, metaWith(offset), box('mdat', item)])
}

const SIDE = 32
/** The side of a coding block. */
const BLOCK = 16
const [DARK, PAPER, GREY] = [30, 235, 128]

const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
const u32 = (value: number) => Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body])
}
const fullBox = (type: string, version: number, ...parts: Buffer[]) =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts)

/** Main profile, level 1, progressive. */
const PROFILE = Buffer.from([0x01, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 30])

const configuration = (nals: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from([1]),
    PROFILE,
    Buffer.from([0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, nals.length]),
    ...nals.map((one) => Buffer.concat([Buffer.from([0x80 | ((one[0] ?? 0) >> 1)]), u16(1), u16(one.length), one])),
  ])

/** Adds the bytes that keep a start code from appearing inside (7.4.2). */
function nal(type: number, payload: Buffer): Buffer {
  const bytes = [type << 1, 1]
  let zeros = 0
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(bytes)
}

class Bits {
  readonly #bits: number[] = []
  u(count: number, value: number): this {
    for (let at = count - 1; at >= 0; at -= 1) this.#bits.push((value >> at) & 1)
    return this
  }
  /** Writes Exponential Golomb codes, one after another. */
  ue(...values: number[]): this {
    for (const value of values) {
      const length = Math.floor(Math.log2(value + 1))
      this.u(length, 0).u(length + 1, value + 1)
    }
    return this
  }
  bytes(bytes: Iterable<number>): this {
    for (const byte of bytes) this.u(8, byte)
    return this
  }
  aligned(): this {
    while (this.#bits.length % 8 !== 0) this.#bits.push(0)
    return this
  }
  /** Returns the bytes, ended by a 1 and zeros up to the byte boundary. */
  ended(): Buffer {
    return this.u(1, 1).buffer()
  }
  buffer(): Buffer {
    this.aligned()
    const byteAt = (index: number) => Number.parseInt(this.#bits.slice(index * 8, index * 8 + 8).join(''), 2)
    return Buffer.from(Array.from({ length: this.#bits.length / 8 }, (_, index) => byteAt(index)))
  }
}

const videoParameters = () =>
  new Bits()
    .u(4, 0)
    .u(2, 3)
    .u(6, 0)
    .u(3, 0)
    .u(1, 1)
    .u(16, 0xffff)
    .bytes(PROFILE)
    .u(1, 1)
    .ue(0, 0, 0)
    .u(6, 0)
    .ue(0)
    .u(2, 0)
    .ended()

const sequenceParameters = () =>
  new Bits()
    .u(4, 0)
    .u(3, 0)
    .u(1, 1)
    .bytes(PROFILE)
    .ue(0, 1, SIDE, SIDE)
    .u(1, 0)
    .ue(0, 0, 0)
    .u(1, 1)
    .ue(0, 0, 0)
    // Coding blocks of 16, transforms of 4 to 16.
    .ue(1, 0, 0, 2, 0, 0)
    // No scaling lists, asymmetric partitions or offsets; I_PCM of 8 bits in blocks of 16, not filtered.
    .u(3, 0)
    .u(1, 1)
    .u(4, 7)
    .u(4, 7)
    .ue(1, 0)
    .u(1, 1)
    .ue(0)
    .u(5, 0)
    .ended()

const pictureParameters = () =>
  new Bits()
    .ue(0, 0)
    .u(7, 0)
    .ue(0, 0, 0)
    .u(3, 0)
    .ue(0, 0)
    .u(7, 0)
    // Deblocking is off.
    .u(3, 0b101)
    .u(2, 0)
    .ue(0)
    .u(2, 0)
    .ended()

function slice(): Buffer {
  const bits = new Bits().u(2, 0b10).ue(0, 2, 0).u(1, 1).aligned()
  const count = (SIDE / BLOCK) ** 2
  const coder = new ArithmeticCoder(bits)
  for (let block = 0; block < count; block += 1) {
    coder.likely(block)
    coder.end()
    const luma = block === 0 ? DARK : PAPER
    bits
      .aligned()
      .bytes(Buffer.alloc(BLOCK * BLOCK, luma))
      .bytes(Buffer.alloc((BLOCK * BLOCK) / 2, GREY))
    coder.restart()
    if (block === count - 1) coder.end()
    else coder.goOn()
  }
  return bits.buffer()
}

/** The one column of table 9-46 that we need: a range of 448 or more, the first four states. */
const LEAST = [240, 227, 216, 205]

/** The part of CABAC (9.3.4) that I_PCM blocks need: one likely bin each, and ends. */
class ArithmeticCoder {
  readonly #bits: Bits
  #low = 0
  #range = 510
  #first = true
  #outstanding = 0
  constructor(bits: Bits) {
    this.#bits = bits
  }
  restart(): void {
    this.#low = 0
    this.#range = 510
    this.#first = true
    this.#outstanding = 0
  }
  /** Writes the more probable value in this state: the whole block is one part. */
  likely(state: number): void {
    this.#range -= LEAST[state] ?? 0
    this.#renew()
  }
  goOn(): void {
    this.#range -= 2
    this.#renew()
  }
  /** Ends before I_PCM data or at the end of the slice. Its last bit is the 1 before the alignment. */
  end(): void {
    this.#range -= 2
    this.#low += this.#range
    this.#range = 2
    this.#renew()
    this.#put((this.#low >> 9) & 1)
    this.#bits.u(2, ((this.#low >> 7) & 3) | 1)
  }
  #renew(): void {
    while (this.#range < 256) {
      if (this.#low < 256) this.#put(0)
      else if (this.#low >= 512) {
        this.#low -= 512
        this.#put(1)
      } else {
        this.#low -= 256
        this.#outstanding += 1
      }
      this.#range <<= 1
      this.#low <<= 1
    }
  }
  #put(bit: number): void {
    if (this.#first) this.#first = false
    else this.#bits.u(1, bit)
    for (; this.#outstanding > 0; this.#outstanding -= 1) this.#bits.u(1, 1 - bit)
  }
}
