import path from 'node:path'
import type { Rolldown } from 'vite'
import { REPOSITORY } from './run.ts'

const SOURCES = path.join(REPOSITORY, 'src')

/** What app.html runs before the app itself has been parsed. */
const FIRST = path.join(SOURCES, 'app/first-frame/start.ts')
const APP = path.join(SOURCES, 'main.tsx')
const SIGNED_IN = path.join(SOURCES, 'app/SignedIn.tsx')
const BEGINNINGS = [FIRST, APP, SIGNED_IN]

/** Fetched by a signed-in start once its screens are running; several late parts need pieces of it. */
const SYNC = path.join(SOURCES, 'app/live-sync.ts')

/** How anything but a dose is written, and by which rules: sync needs it, and so does every form. */
const WRITE = path.join(SOURCES, 'data/write.ts')

/** What every home fetches once it shows today's doses. Small, so other pages that need some of it may take all. */
const HOME = ['features/home/BelowToday.tsx', 'features/supply/SupplyNotices.tsx', 'session/NoMedications.tsx']

/**
 * What every signed-in page fetches when it is idle. What only these need is in one file; what other parts need too is
 * not, or they would fetch all of it.
 */
const IDLE = [
  'app/Offers.tsx',
  'app/PictureKeeping.tsx',
  'app/SignOutDialog.tsx',
  'app/OtherVersion.tsx',
  'app/FaultWays.tsx',
  'features/alerts/Alerts.tsx',
  'ui/ToastRegion.tsx',
]

/** Indexes that list far more than the app uses: each group takes only what its own modules use. */
const INDEX = /lucide-react\/dist\/esm\/lucide-react\.m?js$|radix-ui\/dist\/index\.m?js$/

/** A single icon. */
const ICON = /lucide-react\/dist\/esm\/icons\//

/** The app's own modules. */
const OWN = /\/(?:src|domain)\//

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>
type Belongs = (id: string, graph: Graph) => boolean

/** Returns the module and everything it imports statically. */
function reachOf(graph: Graph, beginning: string): Set<string> {
  const found = new Set([beginning])
  for (const id of found) {
    if (INDEX.test(id)) continue
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  return found
}

/** Returns every module that the module, or any that it needs, imports when it is asked for. */
function lateParts(graph: Graph, beginning: string): string[] {
  const late = new Set<string>()
  const found = new Set([beginning])
  for (const id of found) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const imported of INDEX.test(id) ? [] : importedIds) found.add(imported)
    for (const imported of dynamicallyImportedIds) {
      found.add(imported)
      late.add(imported)
    }
  }
  return [...late]
}

const isPart = (id: string, graph: Graph): boolean =>
  id.startsWith(path.join(SOURCES, 'ui/')) && ![...reachOf(graph, id)].some((other) => /radix-ui/.test(other))

/** The chunks, and from which modules each reaches: a module is in the first that reaches it. */
const GROUPS: readonly [string, readonly string[]][] = [
  ['plan', [FIRST]],
  ['frame', [APP]],
  ['signed-in', [SIGNED_IN]],
  ['write', [WRITE]],
  ['sync', [SYNC]],
]

const reachOfAll = (graph: Graph, beginnings: readonly string[]): Set<string> =>
  new Set(beginnings.flatMap((beginning) => [...reachOf(graph, beginning)]))

/** What a start loads before it is known whether anybody is signed in. */
const OF_EVERYONE = ['plan', 'frame']

/** Without sync, for which a page would wait. */
const OF_SIGNED_IN = [...OF_EVERYONE, 'signed-in', 'write']

/** In characters of compiled code. */
const SMALL = 6_000

/** Late parts. With two each page would fetch twice as much that it does not need, for twenty files fewer. */
const SHARED_BY = 3

/** Returns whether it may go into a common file: an entry has one of its own. */
function isSmall(id: string, graph: Graph): boolean {
  const { code = null, isEntry = true, dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  return OWN.test(id) && !isEntry && dynamicImporters.length === 0 && code !== null && code.length <= SMALL
}

interface ChunkGroup {
  debugName: string
  name(id: string, graph: Graph): string | null
  /** A positive integer. */
  priority: number
  minShareCount?: number
  includeDependenciesRecursively?: boolean
}

/**
 * Returns the chunks of what a signed-in start needs, of sync, and of what every home and every idle page fetches; all
 * other modules come with the late part that imports them. On a slow network a request costs more than a few
 * kilobytes, so what is needed together is in few files, and they hold nothing that is not needed.
 */
export function startChunks(): ChunkGroup[] {
  let reaches: [string, Set<string>][] | null = null
  const chunkOf = (id: string, graph: Graph) => {
    reaches ??= GROUPS.map(([name, beginnings]) => [name, reachOfAll(graph, beginnings)])
    if (BEGINNINGS.includes(id)) return null
    return reaches.find(([, reach]) => reach.has(id))?.[0] ?? null
  }
  // A group includes what its modules import, so modules that others import come first.
  const start = GROUPS.map(([group], index) => ({
    debugName: group,
    name: (id: string, graph: Graph) => (chunkOf(id, graph) === group ? group : null),
    priority: GROUPS.length + 6 - index,
  }))
  // Components that know nothing of medicines, which most screens share; those that stand on a library stay alone.
  const parts = {
    debugName: 'parts',
    name: (id: string, graph: Graph) => (isPart(id, graph) ? 'parts' : null),
    priority: 6,
  }
  // The remaining icons: late parts share many of them, and a file for each would mean a request for each.
  const icons = { debugName: 'icons', name: (id: string) => (ICON.test(id) ? 'icons' : null), priority: 5 }
  // Small modules that several late parts share, and that need nothing large: each would be a file of its own.
  const needsOnly = (id: string, graph: Graph, groups: readonly string[]) =>
    [...reachOf(graph, id)].every((other) => {
      const group = chunkOf(other, graph)
      if (group !== null) return groups.includes(group)
      return ICON.test(other) || INDEX.test(other) || isPart(other, graph) || isSmall(other, graph)
    })
  const common = (name: string, groups: readonly string[], priority: number): ChunkGroup => ({
    debugName: name,
    name: (id, graph) => (OWN.test(id) && needsOnly(id, graph, groups) ? name : null),
    minShareCount: SHARED_BY,
    // What they need is loaded by then, or is one of them.
    includeDependenciesRecursively: false,
    priority,
  })
  const commons = [common('common', OF_EVERYONE, 4), common('signed-in-common', OF_SIGNED_IN, 3)]
  // What is left of parts that come at the same time: many small files otherwise.
  const together = (group: string, files: readonly string[], priority: number, isFree: Belongs): ChunkGroup => {
    const beginnings = files.map((file) => path.join(SOURCES, file))
    let reach: Set<string> | null = null
    return {
      debugName: group,
      name: (id, graph) => {
        reach ??= reachOfAll(graph, beginnings)
        const belongs = reach.has(id) && !beginnings.includes(id) && chunkOf(id, graph) === null
        return belongs && isFree(id, graph) ? group : null
      },
      includeDependenciesRecursively: false,
      priority,
    }
  }
  let elsewhere: Set<string> | null = null
  const isOnlyIdle = (id: string, graph: Graph): boolean => {
    elsewhere ??= reachOfAll(
      graph,
      lateParts(graph, APP).filter((part) => !IDLE.includes(path.relative(SOURCES, part))),
    )
    return !elsewhere.has(id)
  }
  // Otherwise no page that takes some of it could be shown where only sync did not arrive.
  const isWithoutSync = (id: string, graph: Graph): boolean =>
    ![...reachOf(graph, id)].some((other) => chunkOf(other, graph) === 'sync')
  const late = [together('home', HOME, 2, isWithoutSync), together('idle', IDLE, 1, isOnlyIdle)]
  return [...start, parts, icons, ...commons, ...late]
}

/** Files of the groups above, and what the bundler adds for all of them. */
const OF_START = /^assets\/(?:plan|frame|signed-in|SignedIn|rolldown-runtime)-/

/** Returns whether a chunk of the build is part of a signed-in start. */
export const isOfStart = (file: string, facade: string | null): boolean =>
  OF_START.test(file) || (facade !== null && BEGINNINGS.includes(facade))

/**
 * Returns what has to be fetched along with a part. The document names what its script imports, which would otherwise be
 * asked for only once that is there; a late part leaves out what its start already has, which would otherwise be listed
 * once for each part.
 * @param file the part itself; when it is alone it needs no list
 */
export function fetchedAlong(
  file: string,
  dependencies: string[],
  { hostType }: { hostType: 'html' | 'js' },
): string[] {
  if (hostType === 'html') return dependencies
  const late = dependencies.filter((dependency) => !OF_START.test(dependency))
  return late.some((dependency) => dependency !== file) ? late : []
}
