import type { DOMWindow } from 'jsdom'
import type { DeviceClock } from './clock.ts'
import { task } from './task.ts'

/** The first bytes of every WebM file. */
const WEBM = Buffer.from('1a45dfa3', 'hex')

/** What a page gets when it asks for the microphone or the camera, until it lets it go. */
export interface Track {
  readonly kind: 'audio' | 'video'
  readyState: 'live' | 'ended'
  stop(): void
}

export interface Stream {
  getTracks(): Track[]
}

export function streamOf(kind: Track['kind']): Stream {
  const track: Track = {
    kind,
    readyState: 'live',
    stop() {
      track.readyState = 'ended'
    },
  }
  return { getTracks: () => [track] }
}

/**
 * A recorder and a meter for a microphone into which somebody speaks without pause; jsdom has neither. The recording
 * begins as a WebM file does and is as long as one of that time: what is in it, the test's speech service says.
 */
export function addRecorder(window: DOMWindow, clock: DeviceClock): Record<string, unknown> {
  class MediaRecorder extends window.EventTarget {
    readonly mimeType: string
    readonly #bytesPerMs: number
    state: 'inactive' | 'recording' = 'inactive'
    #since = 0

    constructor(_: Stream, { mimeType = '', audioBitsPerSecond = 0 }) {
      super()
      this.mimeType = mimeType
      this.#bytesPerMs = audioBitsPerSecond / 8000
    }

    static isTypeSupported(type: string): boolean {
      return type.startsWith('audio/webm')
    }

    start(): void {
      this.state = 'recording'
      this.#since = clock.now()
    }

    stop(): void {
      if (this.state === 'inactive') throw new window.DOMException('It is not recording', 'InvalidStateError')
      this.state = 'inactive'
      const sound = Buffer.alloc(Math.round((clock.now() - this.#since) * this.#bytesPerMs))
      const data = new Blob([WEBM, sound], { type: this.mimeType })
      void task().then(() => {
        this.dispatchEvent(Object.assign(new window.Event('dataavailable'), { data }))
        this.dispatchEvent(new window.Event('stop'))
      })
    }
  }

  class AudioContext {
    createAnalyser() {
      return {
        fftSize: 2048,
        getFloatTimeDomainData: (wave: Float32Array) => wave.set(wave.map((_, at) => 0.2 * Math.sin(at / 10))),
      }
    }
    createMediaStreamSource() {
      return { connect() {} }
    }
    async close() {}
  }

  /** Decodes every recording as a second of a tone on two channels, at its own rate. */
  class OfflineAudioContext {
    readonly sampleRate: number
    constructor(_channels: number, _length: number, sampleRate: number) {
      this.sampleRate = sampleRate
    }
    async decodeAudioData() {
      const { sampleRate: length } = this
      const wave = Float32Array.from({ length }, (_, at) => 0.2 * Math.sin(at / 10))
      return { length, numberOfChannels: 2, getChannelData: () => wave }
    }
  }
  return { MediaRecorder, AudioContext, OfflineAudioContext }
}
