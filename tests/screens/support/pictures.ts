import type { DOMWindow } from 'jsdom'
import sharp from 'sharp'

const SOURCES = new WeakMap<object, Blob>()

/** Lets a canvas draw this picture where it is told to draw that thing. */
export const showPicture = (thing: object, picture: Blob): void => void SOURCES.set(thing, picture)

/**
 * A canvas that can do what the app needs before an upload: draw one picture, smaller, and return it as a JPEG. jsdom
 * has none.
 */
export function addPictures(window: DOMWindow): Record<string, unknown> {
  const drawn = new WeakMap<HTMLCanvasElement, Blob>()
  Object.assign(window.HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement) {
      return {
        fillRect() {},
        getImageData: (_x: number, _y: number, width: number, height: number) => ({ width, height }),
        drawImage: (bitmap: object) => {
          const source = SOURCES.get(bitmap)
          if (source) drawn.set(this, source)
        },
      }
    },
    toBlob(this: HTMLCanvasElement, give: (blob: Blob | null) => void, _type: string, quality: number) {
      const source = drawn.get(this)
      if (!source) return give(null)
      const { width, height } = this
      void jpegOf(source, { width, height, quality }).then(give, () => give(null))
    },
  })
  return {
    createImageBitmap: async (source: Blob) => {
      const image = sharp(Buffer.from(await source.arrayBuffer())).rotate()
      const { width, height, compression } = await image.metadata()
      // sharp reads the frame of a HEIC, and no more of it than a browser.
      if (compression === 'hevc') throw new window.DOMException('It cannot be decoded', 'InvalidStateError')
      const bitmap = { width, height, close() {} }
      showPicture(bitmap, source)
      return bitmap
    },
  }
}

async function jpegOf(source: Blob, size: { width: number; height: number; quality: number }): Promise<Blob> {
  const image = sharp(Buffer.from(await source.arrayBuffer())).rotate()
  const sized = image.resize(size.width, size.height, { fit: 'fill' }).flatten({ background: '#fff' })
  const bytes = await sized.jpeg({ quality: Math.round(size.quality * 100) }).toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
}
