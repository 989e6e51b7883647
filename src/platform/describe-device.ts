/**
 * Returns a device name that a user recognises in the dose log: `Chrome on Android`. Taken from the user agent, so a
 * hint, not an identity.
 */
export function describeDevice(): string {
  const agent = navigator.userAgent
  const browser = first(agent, [
    [/Edg\//, 'Edge'],
    [/SamsungBrowser/, 'Samsung Internet'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrome|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ])
  const system = first(agent, [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Mac OS X/, 'Mac'],
    [/Windows/, 'Windows'],
    [/CrOS/, 'Chromebook'],
    [/Linux/, 'Linux'],
  ])
  // not translated: stored with what the device logs
  if (browser && system) return `${browser} on ${system}`
  // not translated: it is stored, and other devices read it
  return browser ?? system ?? 'This browser'
}

const first = (agent: string, table: [RegExp, string][]): string | null =>
  table.find(([pattern]) => pattern.test(agent))?.[1] ?? null
