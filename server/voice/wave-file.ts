const HEADER = 44

/** Returns the samples of one channel as a WAV file with 16-bit PCM. */
export function waveFile(samples: Int16Array, rate: number): Buffer {
  const bytes = samples.length * 2
  const file = Buffer.alloc(HEADER + bytes)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(HEADER - 8 + bytes, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(bytes, 40)
  for (let at = 0; at < samples.length; at += 1) file.writeInt16LE(samples[at] ?? 0, HEADER + at * 2)
  return file
}
