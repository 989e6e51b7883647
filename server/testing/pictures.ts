import sharp from 'sharp'

/** Returns a picture of paper with a dark corner at the top left, which shows whether it is upright. */
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

/**
 * Returns a photo as a phone held upright stores it: the sensor's rows, with the rotation and the location (Sydney) in
 * EXIF.
 */
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

/** Returns a label as photographed with a phone: crooked, on a dark table, with light from one side. */
export async function labelPhoto({ degrees = 0 } = {}): Promise<Buffer> {
  const lines = ['Amoxicillin 500mg capsules', 'Take ONE capsule three times a day', 'Dr Helen Nguyen']
  const texts = lines.map((text, index) => `<text x="60" y="${110 + index * 80}">${text}</text>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="340"><defs><linearGradient id="light"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#8a8a84"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#light)"/><g font-family="DejaVu Sans, Liberation Sans, sans-serif" font-size="42" fill="#222">${texts.join('')}</g></svg>`
  const flat = await sharp(Buffer.from(svg)).png().toBuffer()
  return sharp(flat).rotate(degrees, { background: '#3a3430' }).jpeg({ quality: 70 }).toBuffer()
}

/** Returns whether its dark corner is at the top left. */
export async function isUpright(picture: Buffer): Promise<boolean> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
  return redAt(4, 4) < 100 && redAt(info.width - 5, 4) > 200 && redAt(4, info.height - 5) > 200
}

/** Returns a multipart body as a browser sends it; the boundary differs each time. */
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
