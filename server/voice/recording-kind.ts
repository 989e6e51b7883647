/** The sound formats that browsers record, by the file extension that speech services know. */
export type RecordingKind = 'webm' | 'ogg' | 'mp4' | 'wav' | 'mp3' | 'flac'

/**
 * Returns the kind by the first bytes, whatever the file is called (Safari's is an MP4 under any name); null if it is
 * not a recording.
 */
export function recordingKind(bytes: Buffer): RecordingKind | null {
  const text = bytes.subarray(0, 12).toString('latin1')
  if (text.startsWith('\x1aE\xdf\xa3')) return 'webm'
  if (text.startsWith('OggS')) return 'ogg'
  if (text.slice(4, 8) === 'ftyp') return 'mp4'
  if (text.startsWith('RIFF') && text.slice(8) === 'WAVE') return 'wav'
  if (text.startsWith('fLaC')) return 'flac'
  if (text.startsWith('ID3') || /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/.test(text)) return 'mp3'
  return null
}
