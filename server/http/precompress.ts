import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** In bytes. The last hundredths of a larger file (a recogniser of 14 MB) would take half a minute. */
const LARGE = 5_000_000
const QUICK = 5

type Effort = 'best' | 'quick'

const ENCODINGS = {
  '.br': (data: Buffer, effort: Effort) =>
    promisify(brotliCompress)(data, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]:
          effort === 'quick' || data.length > LARGE ? QUICK : constants.BROTLI_MAX_QUALITY,
      },
    }),
  '.gz': (data: Buffer, effort: Effort) => promisify(gzip)(data, { level: effort === 'quick' ? QUICK : 9 }),
} as const

const WORTH_IT = /\.(html|js|css|json|webmanifest|svg|txt|wasm)$/

const changedAt = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.mtimeMs ?? 0

/**
 * Writes a .br and a .gz file for every text file of the build that has none or only older ones. Takes seconds the
 * first time and nothing afterwards; until then files are sent uncompressed. Returns how many files were written.
 * @param effort `quick` takes a tenth of the time, for a build that lives as long as its tests
 */
export async function precompress(directory: string, effort: Effort = 'best'): Promise<number> {
  let written = 0
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !WORTH_IT.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const since = await changedAt(file)
    for (const [ending, compress] of Object.entries(ENCODINGS)) {
      if ((await changedAt(file + ending)) >= since) continue
      // No one may be served half a file, even when two servers start from the same build, so each writes its own
      // draft.
      const draft = `${file}${ending}.${process.pid}.tmp`
      await writeFile(draft, await compress(await readFile(file), effort))
      await rename(draft, file + ending)
      written += 1
    }
  }
  return written
}
