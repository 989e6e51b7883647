/**
 * `npm run bench:uploads`: what 60 pictures of 14 MB that arrive at the same moment cost a server in memory, including
 * its helper processes. `-- --people 20` for fewer, `-- --print` to have the label on each read too.
 */
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { uploadBurst } from '#tests/server/support/upload-burst.ts'
import { startAppServer } from '#tests/support/app-server.ts'

const MEGABYTE = 1024 * 1024
const { values } = parseArgs({
  options: { people: { type: 'string', default: '60' }, print: { type: 'boolean', default: false } },
})

/** Returns a JPEG of 12 megapixels and about 14 MB, as phone cameras take them; grain does not compress. */
async function photo(): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const grain = randomBytes(width * height * 3).map((value) => 96 + (value >> 2))
  for (let quality = 99; ; quality -= 1) {
    const picture = await sharp(grain, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
    if (picture.length < 14.5 * MEGABYTE) return picture
  }
}

const picture = await photo()
const said = { documentName: 'Letter', documentType: 'referral', documentDate: '2026-03-02' }
const server = await startAppServer({ needsClient: false, isMeasured: true })
try {
  const burst = await uploadBurst(server, {
    people: Number(values.people),
    each: 1,
    picture,
    fields: values.print ? {} : said,
  })
  const inMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`
  console.table({
    pictures: `${values.people} × ${inMegabytes(picture.length)}`,
    'memory before': inMegabytes(burst.before),
    'at its highest': `${inMegabytes(burst.peak)} (${inMegabytes(burst.peak - burst.before)} more)`,
    'of which helper processes': inMegabytes(burst.helpers),
    'after it': inMegabytes(burst.after),
    answers: JSON.stringify(burst.statuses),
    'until the last one': `${burst.seconds.toFixed(1)} s`,
    'load of the machine': loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  })
} finally {
  await server.stop()
}
