/** Some lines of this repository's own code, written differently. */
export interface SourceChange {
  /** The file's path from the root of the repository. */
  file: string
  from: string
  to: string
}

/** Returns the file's code with the change in it. Throws when the code has moved on and nothing would be broken. */
export function changed(source: string, { file, from, to }: SourceChange): string {
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`)
  return parts.join(to)
}
