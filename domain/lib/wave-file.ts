const HEADER = 44

/** Returns the samples of one channel as a WAV file with 16-bit PCM. `rate`: samples a second. */
export function waveFile(samples: Int16Array, rate: number): Uint8Array<ArrayBuffer> {
  const bytes = samples.length * 2
  const file = new Uint8Array(HEADER + bytes)
  const view = new DataView(file.buffer)
  const text = (at: number, letters: string) => {
    for (let letter = 0; letter < letters.length; letter += 1) file[at + letter] = letters.charCodeAt(letter)
  }
  text(0, 'RIFF')
  view.setUint32(4, HEADER - 8 + bytes, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, bytes, true)
  for (let at = 0; at < samples.length; at += 1) view.setInt16(HEADER + at * 2, samples[at] ?? 0, true)
  return file
}
