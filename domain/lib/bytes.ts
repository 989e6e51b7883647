const MEGABYTE = 1024 * 1024

/** Returns bytes as users read them: `3 MB`, `998 MB`, `1 GB`, `1.5 GB`. Anything above zero is at least `1 MB`. */
export function sayBytes(bytes: number): string {
  const megabytes = Math.ceil(bytes / MEGABYTE)
  if (megabytes < 1024) return `${megabytes} MB`
  return `${Math.round((megabytes / 1024) * 10) / 10} GB`
}
