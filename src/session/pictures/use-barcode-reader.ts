import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Gtin } from '#domain/records/barcode.ts'
import type { BarcodeReader } from '#src/platform/barcode-reader.ts'

/** Between two pictures of the camera: a hand moves slowly, and the phone stays cool. */
const PAUSE = 150

type Read = (picture: ImageData) => Promise<Gtin | null>

/** Returns what reads a picture; the code for it is loaded with the first one, and its memory freed at the end. */
export function useBarcodeReader(): Read {
  const reader = useRef<Promise<BarcodeReader> | null>(null)
  useEffect(
    () => () => {
      void reader.current?.then((opened) => opened.close()).catch(() => {})
    },
    [],
  )
  return async (picture) => {
    reader.current ??= import('#src/platform/barcode-reader.ts').then(({ openBarcodeReader }) => openBarcodeReader())
    return (await reader.current).read(picture)
  }
}

/** Returns a picture as pixels. A bitmap of a video would be shorter, but not every browser can make one. */
export function pixelsOf(picture: CanvasImageSource, width: number, height: number): ImageData {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas')
  context.drawImage(picture, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

interface Watching {
  video: RefObject<HTMLVideoElement | null>
  isReady: boolean
  read: Read
  onFound(gtin: Gtin): void
  /** Called when pictures cannot be read at all. */
  onBroken(): void
}

/** Reads the camera's pictures until one number was seen in two of them: a single one may be misread. */
export function useBarcodeWatch({ video, isReady, read, onFound, onBroken }: Watching): void {
  const found = useEffectEvent(onFound)
  const broken = useEffectEvent(onBroken)
  const look = useEffectEvent(read)
  useEffect(() => {
    if (!isReady) return
    let isGone = false
    const watch = async () => {
      let before: Gtin | null = null
      while (!isGone && video.current) {
        const seen = await look(pixelsOf(video.current, video.current.videoWidth, video.current.videoHeight))
        if (isGone) return
        if (seen && seen === before) return found(seen)
        before = seen ?? before
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
      }
    }
    watch().catch(() => {
      if (!isGone) broken()
    })
    return () => {
      isGone = true
    }
  }, [isReady, video])
}
