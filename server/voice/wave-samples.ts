/** The sound of a WAV file: one channel, samples from -1 to 1. */
export interface Sound {
  samples: Float32Array
  /** Samples a second. */
  rate: number
}

const PCM = 1

/**
 * Returns the sound of a WAV file with 16-bit PCM, its channels mixed; null if it is none. A size that the file does not
 * have, as of a recording that was cut off, counts as far as the file goes.
 */
export function waveSamples(file: Buffer): Sound | null {
  const text = (at: number) => file.toString('latin1', at, at + 4)
  if (file.length < 12 || text(0) !== 'RIFF' || text(8) !== 'WAVE') return null
  let format: { channels: number; rate: number } | null = null
  for (let at = 12; at + 8 <= file.length; ) {
    const from = at + 8
    const size = file.readUInt32LE(at + 4)
    if (text(at) === 'fmt ') format = formatIn(file.subarray(from, from + size))
    if (text(at) === 'data') {
      if (!format) return null
      return { samples: mixed(file.subarray(from, from + size), format.channels), rate: format.rate }
    }
    // Chunks start at even places.
    at = from + size + (size % 2)
  }
  return null
}

function formatIn(chunk: Buffer): { channels: number; rate: number } | null {
  if (chunk.length < 16) return null
  const isPcm = chunk.readUInt16LE(0) === PCM
  const [channels, rate, bits] = [chunk.readUInt16LE(2), chunk.readUInt32LE(4), chunk.readUInt16LE(14)]
  const isUsual = channels >= 1 && channels <= 2 && rate >= 8000 && rate <= 96_000 && bits === 16
  return isPcm && isUsual ? { channels, rate } : null
}

function mixed(data: Buffer, channels: number): Float32Array {
  const samples = new Float32Array(Math.floor(data.length / (2 * channels)))
  for (let at = 0; at < samples.length; at += 1) {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1) sum += data.readInt16LE(2 * (at * channels + channel))
    samples[at] = sum / channels / 32_768
  }
  return samples
}
