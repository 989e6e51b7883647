import type { Part } from '@dosewell/print/close-up'
import { PAGE_SIDE, type PagePicture } from '@dosewell/print/find-lines'
import { fromRgba, type Picture } from '@dosewell/print/picture'

/** Decodes a picture, upright as its camera says, in a worker or on a page. Rejects where that cannot be done. */
export async function pagePicture(file: Blob): Promise<PagePicture> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, PAGE_SIDE / Math.max(bitmap.width, bitmap.height))
  const [width = 1, height = 1] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)))
  return {
    whole: drawn(bitmap, width, height, { x: 0, y: 0, width: bitmap.width, height: bitmap.height }),
    resized: async (wide, high, part) => drawn(bitmap, wide, high, inBitmap(part, scale)),
  }
}

const inBitmap = ({ x, y, width, height }: Part, scale: number): Part => ({
  x: x / scale,
  y: y / scale,
  width: width / scale,
  height: height / scale,
})

/** Draws a part of it on white, since what is transparent would be black. */
function drawn(bitmap: ImageBitmap, width: number, height: number, part: Part): Picture {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, width, height)
  return fromRgba(context.getImageData(0, 0, width, height))
}
