import sharp from 'sharp'

/** A picture of paper with a dark corner at the top left, which shows whether it stands upright. */
async function paper(width = 300, height = 400) {
  const corner = await sharp({
    create: {
      width: Math.ceil(width / 4),
      height: Math.ceil(height / 4),
      channels: 3,
      background: '#102030',
    },
  })
    .png()
    .toBuffer()
  const page = sharp({ create: { width, height, channels: 3, background: '#f4f1e8' } })
  return page.composite([{ input: corner, left: 0, top: 0 }])
}

export const jpegOf = async (width?: number, height?: number): Promise<Buffer> =>
  (await paper(width, height)).jpeg().toBuffer()
export const pngOf = async (width?: number, height?: number): Promise<Buffer> =>
  (await paper(width, height)).png().toBuffer()
export const webpOf = async (): Promise<Buffer> => (await paper()).webp().toBuffer()

/** As a phone held upright stores it: the sensor's rows, the turn in EXIF, and the place (Sydney) beside it. */
export async function phonePhoto(): Promise<Buffer> {
  const upright = await (await paper()).png().toBuffer()
  const rows = await sharp(upright).rotate(-90).png().toBuffer()
  return sharp(rows)
    .withExif({
      IFD0: { Make: 'Phone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 51/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** Whether its dark corner is at the top left. */
export async function isUpright(picture: Buffer): Promise<boolean> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
  return redAt(4, 4) < 100 && redAt(info.width - 5, 4) > 200 && redAt(4, info.height - 5) > 200
}

/** A multipart body as a browser sends it; the boundary differs from one sending to the next. */
export function multipartOf(
  fields: Record<string, string>,
  file: { name?: string; filename?: string; type?: string; bytes: Buffer } | null,
): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = `----form${Math.random().toString(36).slice(2)}`
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const parts: Buffer[] = [Buffer.from(texts.join(''))]
  if (file) {
    const { name = 'image', filename = 'scan.jpg', type = 'image/jpeg', bytes } = file
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`
    parts.push(Buffer.from(head), bytes, Buffer.from('\r\n'))
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    payload: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
