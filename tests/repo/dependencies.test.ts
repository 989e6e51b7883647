import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Names = Record<string, string>
type Entry = {
  version?: string
  integrity?: string
  resolved?: string
  link?: true
  inBundle?: true
  hasInstallScript?: true
}

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const { dependencies, devDependencies, optionalDependencies } = json('package.json') as {
  dependencies: Names
  devDependencies: Names
  optionalDependencies: Names
}
const { packages } = json('package-lock.json') as { packages: Record<string, Entry> }
/** Whether it is a link to a package of this repository, or that package itself. */
const isOwn = ([folder, { link, resolved = folder }]: [string, Entry]): boolean =>
  resolved.startsWith('packages/') && (link === true || resolved === folder)
/**
 * Leaves out the project and its own packages. A package inside another's file (`inBundle`) is covered by that file's
 * hash.
 */
const locked = Object.entries(packages).filter((entry) => entry[0] !== '' && !isOwn(entry))

/** Packages used without being imported by name. */
const NOT_IMPORTED: Names = {
  '@biomejs/biome': 'npm run lint',
  '@swc/core': 'the parser of dependency-cruiser (.dependency-cruiser.mjs)',
  typescript: 'npm run typecheck',
}

/** Their install scripts are skipped like all others; the reasons why nothing is missing. */
const SKIPPED_SCRIPTS: Names = {
  '@swc/core': 'only checks that the package of the platform is there',
  esbuild: 'only saves one process where the package of the platform is there',
  'onnxruntime-node': 'fetches libraries for graphics cards',
  protobufjs: 'only warns about the version range in a package that depends on it',
  'tesseract.js': 'prints a request for donations',
}

/** `from 'x'`, `import 'x'`, `import('x')`, `require.resolve('x')`, `@import "x"`, and the list `"types": ["x"]`. */
const SPECIFIER = /(?:\bfrom|\bimport|\bresolve|"types":)\s*[([]*\s*(['"])([^'"\n]+)\1/g

const SOURCES = [
  '{packages,domain,server,src,tests,tools}/**/*.{ts,tsx,mjs,css}',
  '{vite,vitest,drizzle}.config.ts',
  'tsconfig*.json',
]

describe('package-lock.json', () => {
  it('has the hash of every package, and each is the registry’s', () => {
    const unsafe = locked.filter(
      ([, { integrity, resolved, link, inBundle }]) =>
        link || resolved || !(inBundle || integrity?.startsWith('sha512-')),
    )
    expect(locked.length).toBeGreaterThan(100)
    expect(unsafe.map(([folder]) => folder)).toEqual([])
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^omit-lockfile-registry-resolved=true$/m)
  })

  it('has no package with an install script but those that do without', () => {
    const scripted = locked.flatMap(([folder, entry]) => (entry.hasInstallScript ? [nameOf(folder)] : []))
    expect([...new Set(scripted)].sort()).toEqual(Object.keys(SKIPPED_SCRIPTS))
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
  })
})

describe('package.json', () => {
  it('pins the Node of each platform, and this is it', () => {
    const { platform, arch } = process
    const ours = `node${platform === 'darwin' && arch === 'arm64' ? '-bin' : ''}-${platform.replace('win32', 'win')}-${arch}`
    expect(Object.keys(optionalDependencies)).toContain(ours)
    expect(process.version).toBe(`v${optionalDependencies[ours]}`)
    for (const [name, version] of Object.entries(optionalDependencies)) {
      expect(packages[`node_modules/${name}`]?.version).toBe(version)
    }
  })

  const imported = importedPackages()
  const declared = Object.keys({ ...dependencies, ...devDependencies })

  it('declares nothing that is imported nowhere', () => {
    const used = (name: string) =>
      imported.has(name) || name in NOT_IMPORTED || (name.startsWith('@types/') && imported.has(typed(name)))
    expect(declared.filter((name) => !used(name))).toEqual([])
    expect(Object.keys(NOT_IMPORTED).filter((name) => imported.has(name) || !declared.includes(name))).toEqual([])
  })
})

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** `@types/pg` → `pg`, `@types/a__b` → `@a/b`. */
function typed(name: string): string {
  const [scope, rest] = name.slice('@types/'.length).split('__')
  return rest ? `@${scope}/${rest}` : `${scope}`
}

/** Returns the packages that a source, a style sheet or a configuration names where a module is expected. */
function importedPackages(): Set<string> {
  const names = globSync(SOURCES).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].flatMap(([, , specifier = '']) => {
      const name = specifier.match(/^(@[a-z\d.-]+\/)?[a-z\d][\w.-]*/)?.[0]
      return name && !specifier.startsWith('node:') ? [name] : []
    }),
  )
  return new Set(names)
}
