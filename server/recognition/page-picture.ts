import { PAGE_SIDE, type PagePicture } from '@dosewell/print/find-lines'
import { CHANNELS, type Picture } from '@dosewell/print/picture'
import sharp, { type Sharp } from 'sharp'

/** Decodes a picture whose lines will be read. Rejects if it is none. */
export async function pagePicture(bytes: Buffer): Promise<PagePicture> {
  const whole = await colourOf(
    sharp(bytes).resize({ width: PAGE_SIDE, height: PAGE_SIDE, fit: 'inside', withoutEnlargement: true }),
  )
  return {
    whole,
    resized(width, height, part) {
      const raw = sharp(whole.data, { raw: { width: whole.width, height: whole.height, channels: CHANNELS } })
      const cut = raw.extract({ left: part.x, top: part.y, width: part.width, height: part.height })
      return colourOf(cut.resize({ width, height, fit: 'fill' }))
    },
  }
}

async function colourOf(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
