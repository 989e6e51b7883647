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

/** The index of all icons, and a single icon. */
const ALL_ICONS = /lucide-react\/dist\/esm\/lucide-react\.m?js$/
const ICON = /lucide-react\/dist\/esm\/icons\//

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** Returns the module and everything it imports statically. */
function reachOf(graph: Graph, beginning: string): Set<string> {
  const found = new Set([beginning])
  for (const id of found) {
    // It lists every icon the app shows; each group takes only those that its own modules use.
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
 * Returns the chunks of what a signed-in start needs, and of sync; all other modules come with the late part that
 * imports them. On a slow network a request costs more than a few kilobytes, so what is needed together is in few
 * files, and they hold nothing that is not needed.
 */
export function startChunks(): ChunkGroup[] {
  let reach: {
    first: Set<string>
    app: Set<string>
    signedIn: Set<string>
    write: Set<string>
    sync: Set<string>
  } | null = null
  const chunkOf = (id: string, graph: Graph) => {
    reach ??= {
      first: reachOf(graph, FIRST),
      app: reachOf(graph, APP),
      signedIn: reachOf(graph, SIGNED_IN),
      write: reachOf(graph, WRITE),
      sync: reachOf(graph, SYNC),
    }
    if (BEGINNINGS.includes(id)) return null
    if (reach.first.has(id)) return 'plan'
    if (reach.app.has(id)) return 'frame'
    if (reach.signedIn.has(id)) return 'signed-in'
    if (reach.write.has(id)) return 'write'
    return reach.sync.has(id) ? 'sync' : null
  }
  // A group includes what its modules import, so modules that others import come first.
  const start = ['plan', 'frame', 'signed-in', 'write', 'sync'].map((name, index) => ({
    debugName: name,
    name: (id: string, graph: Graph) => (chunkOf(id, graph) === name ? name : null),
    priority: 6 - index,
  }))
  // The remaining icons: late parts share many of them, and a file for each would mean a request for each.
  const icons = { debugName: 'icons', name: (id: string) => (ICON.test(id) ? 'icons' : null), priority: 1 }
  return [...start, icons]
}

/** Files of the groups above, and what the bundler adds for all of them. */
const OF_START = /^assets\/(?:plan|frame|signed-in|SignedIn|rolldown-runtime)-/

/** Returns whether a chunk of the build is part of a signed-in start. */
export const isOfStart = (file: string, facade: string | null): boolean =>
  OF_START.test(file) || (facade !== null && BEGINNINGS.includes(facade))

/**
 * Returns what has to be fetched along with a late part: without what its start already has, which would otherwise be
 * listed once for each part.
 * @param file the late part itself; when it is alone it needs no list
 */
export function withoutStart(file: string, dependencies: string[]): string[] {
  const late = dependencies.filter((dependency) => !OF_START.test(dependency))
  return late.some((dependency) => dependency !== file) ? late : []
}
