/**
 * Runs this repository's tests on code in which one thing is written differently (noticed-elsewhere.test.ts): a project
 * for each change, all in one run.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import config from '../../vitest.config.ts'
import { changed, type SourceChange } from './source-change.ts'

/** A change, and the tests that run on it. */
export interface ChangedProject {
  name: string
  change: SourceChange
  /** The project of vitest.config.ts it is made from. */
  project: string
  file: string
}

/** How a test on changed code ended. */
export interface EndedOnChanged {
  project: string
  title: string
  state: string
}

const root = path.resolve(import.meta.dirname, '../..')
const wanted = JSON.parse(process.env.SOURCE_CHANGES ?? '[]') as ChangedProject[]

const changing = (change: SourceChange): Plugin => {
  const file = pathToFileURL(path.join(root, change.file)).href
  return {
    name: 'changed-source',
    enforce: 'pre',
    // Modules are cached by the text of their file, so one changed while loading would be cached as the file itself.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (pathToFileURL(id).href === file ? false : undefined)),
    transform: (source, id) => (pathToFileURL(id).href === file ? changed(source, change) : undefined),
  }
}

const projects = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? [project] : [],
)

// Vitest's own JSON has no project names.
const reporter: Reporter = {
  onTestRunEnd(modules) {
    const ended = modules.flatMap(({ project, children }) =>
      [...children.allTests()].map(
        (test): EndedOnChanged => ({ project: project.name, title: test.name, state: test.result().state }),
      ),
    )
    writeFileSync(String(process.env.OUTCOMES_FILE), JSON.stringify(ended))
  },
}

export default defineConfig({
  root,
  test: {
    reporters: [reporter],
    maxWorkers: config.test?.maxWorkers ?? 1,
    projects: wanted.flatMap(({ name, change, project: like, file }) =>
      projects
        .filter(({ test }) => test?.name === like)
        .map((project) => ({
          ...project,
          plugins: [changing(change)],
          test: { ...project.test, name, include: [file] },
        })),
    ),
  },
})
