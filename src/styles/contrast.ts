/** Returns the relative luminance of `#RRGGBB` (WCAG 2.2, "relative luminance"), 0 to 1. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** Returns the contrast of two colours `#RRGGBB` (WCAG 2.2, "contrast ratio"), 1 to 21, in either order. */
export function contrastRatio(a: string, b: string): number {
  const [one, other] = [luminance(a), luminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
