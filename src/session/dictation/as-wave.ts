import { waveFile } from '#domain/lib/wave-file.ts'

/** Samples a second, as speech models take them. */
const RATE = 16_000

/**
 * Returns a recording of this browser as a WAV file with one channel of 16-bit PCM; null if the browser cannot decode
 * it.
 */
export async function asWave(recording: Blob): Promise<Blob | null> {
  try {
    // The context resamples what it decodes to its own rate.
    const sound = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await recording.arrayBuffer())
    const channels = Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at))
    const samples = new Int16Array(sound.length)
    for (let at = 0; at < samples.length; at += 1) {
      const mixed = channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length
      samples[at] = Math.round(32_767 * Math.max(-1, Math.min(1, mixed)))
    }
    return new Blob([waveFile(samples, RATE)], { type: 'audio/wav' })
  } catch {
    return null
  }
}
