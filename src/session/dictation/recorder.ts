/** A running recording. `stop` and `cancel` release the microphone. */
export interface Recording {
  /** Current volume, from 0 to 1. */
  level(): number
  /** Stops it and returns the audio in whatever format this browser records. */
  stop(): Promise<Blob>
  /** Stops it and discards the audio. */
  cancel(): void
}

/** Chromium and Firefox record the first, Safari the second. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']
/** Plenty for speech: two minutes come to half a megabyte. */
const BITS_A_SECOND = 32_000

/**
 * Asks for the microphone and starts recording.
 * @param onEnded is called when the recording ends unrequested: the microphone was unplugged or its permission
 * withdrawn.
 * @throws DOMException as getUserMedia does: `NotAllowedError` when the user or the browser refuses, `NotFoundError`
 * without a microphone.
 */
export async function startRecording(onEnded: () => void): Promise<Recording> {
  if (!navigator.mediaDevices || typeof MediaRecorder === 'undefined') {
    throw new DOMException('this browser cannot record', 'NotFoundError')
  }
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
  try {
    return recordingOf(stream, onEnded)
  } catch (error) {
    release(stream)
    throw error
  }
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function recordingOf(stream: MediaStream, onEnded: () => void): Recording {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_A_SECOND,
    ...(mimeType === undefined ? {} : { mimeType }),
  })
  const meter = loudness(stream)
  const pieces: Blob[] = []
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()))
  let isAskedToEnd = false
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  recorder.addEventListener('stop', () => isAskedToEnd || onEnded())
  recorder.start()

  const end = () => {
    isAskedToEnd = true
    if (recorder.state !== 'inactive') recorder.stop()
    release(stream)
    meter.close()
  }
  return {
    level: meter.level,
    async stop() {
      end()
      await ended
      return new Blob(pieces, { type: recorder.mimeType })
    },
    cancel: end,
  }
}

function loudness(stream: MediaStream): { level(): number; close(): void } {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const wave = new Float32Array(analyser.fftSize)
  return {
    level() {
      analyser.getFloatTimeDomainData(wave)
      const power = wave.reduce((sum, value) => sum + value * value, 0) / wave.length
      // Speech close to a microphone has about a fifth of the full swing; the root makes quiet speech visible too.
      return Math.min(1, Math.sqrt(Math.sqrt(power) * 4))
    },
    close: () => void context.close(),
  }
}
