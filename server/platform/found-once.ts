import type { ResolveFnOutput, ResolveHookSync } from 'node:module'

const ROOT = new URL('../../', import.meta.url).href
/** Every import inside them names a whole file of TypeScript. */
const FOLDERS = ['server', 'domain', 'packages', 'src', 'tests', 'tools']

const OURS = FOLDERS.map((folder) => `${ROOT}${folder}/`)
const isOurs = (url: string): boolean => OURS.some((folder) => url.startsWith(folder))
const OUR_FILE = new RegExp(`^(\\.|\\.\\.(/\\.\\.)*|#(${FOLDERS.join('|')}))(/[^./?#%][^/?#%]*)+\\.ts$`)

/** Packages with long lists of entries. Both consist of ES modules that name each other with their full file names. */
const LONG_LISTS = ['drizzle-orm', 'date-fns']
const LISTS = new RegExp(`^(${LONG_LISTS.join('|')})(/|$)`)
const LISTED = new RegExp(`/node_modules/(${LONG_LISTS.join('|')})/[^?#]+\\.js$`)

/** Modules of packages, by who imports them under which name. */
export type Found = Map<string, ResolveFnOutput>

/** Sixty languages, all of which zod imports. What is wrong with data is said in our own words, not in its. */
const ZODS_LANGUAGES = /\/zod\/v4\/locales\/index\.js$/

/**
 * Returns a hook that asks Node only once for a module of a package, and never for those whose names say where they are:
 * our own, and those inside packages with long lists of entries. What Node answers is added to `found`.
 */
export function foundOnce(found: Found = new Map()): ResolveHookSync {
  return (specifier, context, next) => {
    const from = context.parentURL ?? ''
    const place = ownPlace(specifier, from) ?? listedPlace(specifier, from)
    if (place) return place
    if (!/^[@\w.]/.test(specifier) || /^(node|file|data):|\.json$/.test(specifier)) return next(specifier, context)
    // No folder of ours has packages of its own, so that a name means the same in every file.
    const key = [isOurs(from) || LISTS.test(specifier) ? '' : from, specifier, ...context.conditions].join(' ')
    const known = found.get(key)
    if (known) return known
    const answer = withoutLanguages(next(specifier, context))
    if (answer.url.includes('/node_modules/')) found.set(key, { ...answer, shortCircuit: true })
    return answer
  }
}

function ownPlace(specifier: string, from: string): ResolveFnOutput | null {
  if (!OUR_FILE.test(specifier) || !isOurs(from)) return null
  return { url: placeOf(specifier, from), format: 'module-typescript', shortCircuit: true }
}

/** A start finds 2,500 of them; the parser of URLs takes longer than reading the files. */
function placeOf(specifier: string, from: string): string {
  if (specifier.startsWith('#')) return ROOT + specifier.slice(1)
  const [name = '', ...up] = specifier.split('../').reverse()
  const folders = from.split('/').slice(0, -1 - up.length)
  return `${folders.join('/')}/${up.length === 0 ? name.slice(2) : name}`
}

function listedPlace(specifier: string, from: string): ResolveFnOutput | null {
  const url = specifier.startsWith('.') && LISTED.test(from) ? new URL(specifier, from).href : specifier
  return url.startsWith('file:') && LISTED.test(url) ? { url, format: 'module', shortCircuit: true } : null
}

const withoutLanguages = ({ url, ...answer }: ResolveFnOutput): ResolveFnOutput => ({
  ...answer,
  url: url.replace(ZODS_LANGUAGES, '/zod/v4/locales/en.js'),
})
