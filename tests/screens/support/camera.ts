import type { DOMWindow } from 'jsdom'
import sharp from 'sharp'
import type { Device } from './device.ts'
import { type Stream, streamOf } from './microphone.ts'
import { showPicture } from './pictures.ts'
import { task } from './task.ts'

interface Asked {
  audio?: unknown
  video?: unknown
}

/** Returns a page's `navigator.mediaDevices`: every request gets the microphone and, if there is one, the camera. */
export const mediaDevicesOf = (window: DOMWindow, device: Device) => ({
  async getUserMedia({ video }: Asked): Promise<Stream> {
    await task()
    if (video && !device.camera) throw new window.DOMException('There is no camera', 'NotFoundError')
    return streamOf(video ? 'video' : 'audio')
  },
})

/** Lets a video show the camera: its picture is the one that the test holds in front of it. */
export function addCamera(window: DOMWindow, device: Device): void {
  const streams = new WeakMap<HTMLVideoElement, Stream | null>()
  const show = async (video: HTMLVideoElement) => {
    if (!device.camera) return
    const { width, height } = await sharp(device.camera).metadata()
    showPicture(video, new Blob([new Uint8Array(device.camera)]))
    Object.assign(video, { videoWidth: width, videoHeight: height })
    video.dispatchEvent(new window.Event('loadeddata'))
  }
  Object.defineProperties(window.HTMLVideoElement.prototype, {
    srcObject: {
      configurable: true,
      get(this: HTMLVideoElement) {
        return streams.get(this) ?? null
      },
      set(this: HTMLVideoElement, stream: Stream | null) {
        streams.set(this, stream)
        if (stream) void show(this)
      },
    },
    videoWidth: { configurable: true, writable: true, value: 0 },
    videoHeight: { configurable: true, writable: true, value: 0 },
  })
}
