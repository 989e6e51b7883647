const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]))

/**
 * Returns the bytes of a base64 text (RFC 4648, section 4); null if it is none. Only the one text that stands for these
 * bytes is read: no line breaks, all of its padding, no bits left over.
 */
export function bytesOfBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let [bits, held, at] = [0, 0, 0]
  for (const digit of text.slice(0, text.length - padding)) {
    const value = VALUES.get(digit)
    if (value === undefined) return null
    bits = (bits << 6) | value
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[at] = bits >> held
    at += 1
    bits &= (1 << held) - 1
  }
  return bits === 0 ? bytes : null
}
