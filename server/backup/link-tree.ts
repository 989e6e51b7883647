import { copyFile, link, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** File systems without hard links, or not between these two places, or not that many. */
const NO_LINKS = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])

/**
 * Reproduces a directory tree in another place. Files that never change need no second copy of their bytes: they are
 * linked if the file system allows it, otherwise copied. A missing directory counts as empty.
 */
export async function linkTree(from: string, to: string): Promise<{ count: number; bytes: number }> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const total = { count: 0, bytes: 0 }
  for (const entry of await entriesOf(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) add(total, await linkTree(source, target))
    else if (entry.isFile() && (await linkOrCopy(source, target))) {
      add(total, { count: 1, bytes: (await stat(target)).size })
    }
  }
  return total
}

/** Returns how many files are below the directory, and their total bytes. */
export async function weighTree(directory: string): Promise<{ count: number; bytes: number }> {
  const total = { count: 0, bytes: 0 }
  for (const entry of await entriesOf(directory)) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) add(total, await weighTree(path))
    else if (entry.isFile()) add(total, { count: 1, bytes: (await stat(path)).size })
  }
  return total
}

function add(total: { count: number; bytes: number }, more: { count: number; bytes: number }): void {
  total.count += more.count
  total.bytes += more.bytes
}

/** Returns false if the source has been removed since the directory was read: nothing names it any more. */
async function linkOrCopy(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target).catch((error: unknown) => {
      if (!NO_LINKS.has(codeOf(error))) throw error
      return copyFile(source, target)
    })
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

async function entriesOf(directory: string) {
  try {
    return await readdir(directory, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
