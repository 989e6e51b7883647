/**
 * Completes package-lock.json with the platform packages that npm left out of it.
 *
 *   node tools/lockfile.ts        after `npm install` against a registry that lacked some of them
 *                                 exit 1: it still lacks some, and nothing was written
 *
 * npm leaves such packages out of the lock silently, and `npm ci` then refuses the lock everywhere ("Missing: … from
 * lock file"), even on platforms that are complete. Added entries have the exact version that the parent pins, the
 * platform that the name tells, and the hash that the registry has by now.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from './run.ts'

type Entry = {
  version?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  cpu?: string[]
  os?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

type Platform = { cpu: string[]; os?: string[]; libc?: string[] }

export type Packages = Record<string, Entry>

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** Returns platform packages that some entry of the lock names but that have no entry themselves, ready to be added. */
export function missingPlatforms(packages: Packages): Packages {
  const missing: Packages = {}
  for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!/^\d+\.\d+\.\d+/.test(version) || isLocked(packages, parent, name)) continue
      const platform = platformOf(name)
      if (platform) missing[`node_modules/${name}`] = entryOf(version, dev, platform)
    }
  }
  return missing
}

/** In npm's own order of keys, so that its next `npm install` leaves the entry unchanged. */
function entryOf(version: string, dev: boolean | undefined, { cpu, os, libc }: Platform): Entry {
  return { version, cpu, ...(dev && { dev }), ...(libc && { libc }), optional: true, ...(os && { os }) }
}

/** Looks a package up as Node does: next to the parent's own dependencies, then in every node_modules above. */
function isLocked(packages: Packages, parent: string, name: string): boolean {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (`${folder}${folder && '/'}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

/**
 * `@rollup/rollup-linux-arm-gnueabihf` → Linux on ARM with glibc; undefined when the name does not tell the platform.
 */
function platformOf(name: string): Platform | undefined {
  const words = name.split(/[/-]/)
  const cpu = PROCESSORS.find((processor) => words.includes(processor))
  const os = SYSTEMS.find((system) => words.includes(system))
  if (!cpu || !(os || cpu === 'wasm32')) return undefined
  const libc = os === 'linux' ? libcOf(words) : undefined
  return { cpu: [cpu], ...(os && { os: [os] }), ...(libc && { libc: [libc] }) }
}

function libcOf(words: string[]): 'musl' | 'glibc' | undefined {
  if (words.some((word) => word.startsWith('musl'))) return 'musl'
  return words.some((word) => word.startsWith('gnu')) ? 'glibc' : undefined
}

/** Returns the same entry with the registry's hash of that version. @throws when the registry has no such version. */
function withHash([folder, entry]: [string, Entry]): [string, Entry] {
  const name = folder.slice('node_modules/'.length)
  const words = ['view', `${name}@${entry.version}`, 'dist.integrity']
  const integrity = execFileSync('npm', words, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).trim()
  if (!integrity) throw new Error(`The registry has no ${name}@${entry.version}.`)
  return [folder, { ...entry, integrity }]
}

if (import.meta.main) {
  const file = path.join(REPOSITORY, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }
  const missing = Object.entries(missingPlatforms(lock.packages)).map(withHash)
  const sorted = [...Object.entries(lock.packages), ...missing].sort(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
  console.log(`package-lock.json: ${missing.length} platform packages added`)
}
