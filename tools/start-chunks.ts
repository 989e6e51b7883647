import path from 'node:path'
import type { Rolldown } from 'vite'
import { REPOSITORY } from './run.ts'

const SOURCES = path.join(REPOSITORY, 'src')

/** What app.html runs before the app has been read. */
const FIRST = path.join(SOURCES, 'app/first-frame/start.ts')
const APP = path.join(SOURCES, 'main.tsx')
const SIGNED_IN = path.join(SOURCES, 'app/SignedIn.tsx')
const BEGINNINGS = [FIRST, APP, SIGNED_IN]

/** Fetched by a signed-in start once its screens run; several late parts need pieces of it. */
const SYNC = path.join(SOURCES, 'app/live-sync.ts')

/** The index of all icons, and one of them. */
const ALL_ICONS = /lucide-react\/dist\/esm\/lucide-react\.m?js$/
const ICON = /lucide-react\/dist\/esm\/icons\//

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** The module and everything it imports statically. */
function reachOf(graph: Graph, beginning: string): Set<string> {
  const found = new Set([beginning])
  for (const id of found) {
    // It names every icon that anything shows; a group takes along those of its own modules.
    if (ALL_ICONS.test(id)) continue
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  return found
}

interface ChunkGroup {
  debugName: string
  name(id: string, graph: Graph): string | null
  priority: number
}

/**
 * The chunks of what a signed-in start needs, and of sync; all other modules come with the late part that imports them. A request
 * costs a slow network more than a few kilobytes do, so that what is needed together lies in few files, and what is not needed in none.
 */
export function startChunks(): ChunkGroup[] {
  let reach: { first: Set<string>; app: Set<string>; signedIn: Set<string>; sync: Set<string> } | null = null
  const chunkOf = (id: string, graph: Graph) => {
    reach ??= {
      first: reachOf(graph, FIRST),
      app: reachOf(graph, APP),
      signedIn: reachOf(graph, SIGNED_IN),
      sync: reachOf(graph, SYNC),
    }
    if (BEGINNINGS.includes(id)) return null
    if (reach.first.has(id)) return 'plan'
    if (reach.app.has(id)) return 'frame'
    if (reach.signedIn.has(id)) return 'signed-in'
    return reach.sync.has(id) ? 'sync' : null
  }
  // A group takes along what its modules import: those that others import come first.
  const start = ['plan', 'frame', 'signed-in', 'sync'].map((name, index) => ({
    debugName: name,
    name: (id: string, graph: Graph) => (chunkOf(id, graph) === name ? name : null),
    priority: 5 - index,
  }))
  // What is left of the icons: late parts share many of them, and a file for each would be a request for each.
  const icons = { debugName: 'icons', name: (id: string) => (ICON.test(id) ? 'icons' : null), priority: 1 }
  return [...start, icons]
}

/** Files of the groups above, and what the bundler adds for all of them. */
const OF_START = /^assets\/(?:plan|frame|signed-in|SignedIn|rolldown-runtime)-/

/**
 * What a late part has to have fetched along with it: not what its start has already, which would be named once for each part.
 * @param file the late part itself; alone it needs no list
 */
export function withoutStart(file: string, dependencies: string[]): string[] {
  const late = dependencies.filter((dependency) => !OF_START.test(dependency))
  return late.some((dependency) => dependency !== file) ? late : []
}
