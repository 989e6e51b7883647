/** Saves a file through the browser, as a download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
