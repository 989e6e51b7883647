import { resolveObjectURL } from 'node:buffer'
import type { DOMWindow } from 'jsdom'
import sharp from 'sharp'
import type { Device } from './device.ts'
import { ORIGIN } from './network.ts'

/** Bytes before the samples of a WAV file; four of them say how many bytes a second takes. */
const WAV_HEAD = 44
const BYTES_A_SECOND_AT = 28

/**
 * Loads what an `img` or `audio` shows or plays, from this device or from the server's calls, and tells the element
 * whether that worked; jsdom loads neither. The app's own pictures and
 * sounds are not loaded, and nothing is drawn or heard.
 */
export function addLoadedMedia(window: DOMWindow, device: Device, closed: AbortSignal): void {
  addImages(window, device, closed)
  addAudio(window, device, closed)
}

async function bytesAt(address: string, device: Device, closed: AbortSignal): Promise<Buffer> {
  const here = address.startsWith('blob:') ? resolveObjectURL(address) : await device.network.fetch(address, {}, closed)
  if (!here) throw new Error(`Nothing is at ${address}`)
  return Buffer.from(await here.arrayBuffer())
}

const isLoaded = (address: string): boolean => address.startsWith('blob:') || address.startsWith(`${ORIGIN}/api/`)

function addImages(window: DOMWindow, device: Device, closed: AbortSignal): void {
  const { prototype } = window.HTMLImageElement
  const shown = new WeakMap<HTMLImageElement, { src: string; width: number; height: number }>()
  const load = async (image: HTMLImageElement) => {
    const { src } = image
    if (!isLoaded(src)) return
    const size = await bytesAt(src, device, closed)
      .then((bytes) => sharp(bytes).rotate().metadata())
      .catch(() => null)
    if (closed.aborted || image.src !== src) return
    if (size) shown.set(image, { src, width: size.autoOrient.width, height: size.autoOrient.height })
    image.dispatchEvent(new window.Event(size ? 'load' : 'error'))
  }
  const { setAttribute } = window.Element.prototype
  prototype.setAttribute = function (name, value) {
    setAttribute.call(this, name, value)
    if (name === 'src') void load(this)
  }
  const now = (image: HTMLImageElement) => {
    const picture = shown.get(image)
    return picture?.src === image.src ? picture : undefined
  }
  const getters: Record<string, (image: HTMLImageElement) => unknown> = {
    naturalWidth: (image) => now(image)?.width ?? 0,
    naturalHeight: (image) => now(image)?.height ?? 0,
    complete: (image) => now(image) !== undefined || !isLoaded(image.src),
  }
  for (const [name, read] of Object.entries(getters)) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: HTMLImageElement) {
        return read(this)
      },
    })
  }
}

/** A player of WAV files: it plays in time. */
function addAudio(window: DOMWindow, device: Device, closed: AbortSignal): void {
  const { clock } = device
  const playing = new WeakMap<HTMLMediaElement, { duration: number; since: number }>()
  const { prototype } = window.HTMLMediaElement
  const { play } = prototype
  prototype.play = async function () {
    if (!isLoaded(this.src)) return play.call(this)
    const bytes = await bytesAt(this.src, device, closed)
    if (bytes.toString('latin1', 0, 4) !== 'RIFF')
      throw new window.DOMException('This cannot be played', 'NotSupportedError')
    const duration = (bytes.length - WAV_HEAD) / bytes.readUInt32LE(BYTES_A_SECOND_AT)
    playing.set(this, { duration, since: clock.now() })
  }
  Object.defineProperties(prototype, {
    duration: {
      configurable: true,
      get(this: HTMLMediaElement) {
        return playing.get(this)?.duration ?? Number.NaN
      },
    },
    currentTime: {
      configurable: true,
      get(this: HTMLMediaElement) {
        const sound = playing.get(this)
        return sound ? Math.min(sound.duration, (clock.now() - sound.since) / 1000) : 0
      },
    },
  })
}
