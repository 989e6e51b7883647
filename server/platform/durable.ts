import { open, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Makes renames, creations and removals in the directory survive a power cut. Windows has no such call and needs none.
 */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  await syncFile(directory)
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes everything below the directory survive a power cut. */
export async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncFile(path)
  }
  await syncDirectory(directory)
}

/** Writes a file completely or not at all: readers see either the old or the new file, even after a power cut. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
  await syncDirectory(dirname(file))
}
