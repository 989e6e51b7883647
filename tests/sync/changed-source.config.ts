/**
 * Runs this repository's tests on code in which one thing is written differently (noticed-elsewhere.test.ts).
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'
import { changed, type SourceChange } from './source-change.ts'

const root = path.resolve(import.meta.dirname, '../..')
const change = JSON.parse(process.env.SOURCE_CHANGE ?? '') as SourceChange
const file = pathToFileURL(path.join(root, change.file)).href

const plugin: Plugin = {
  name: 'changed-source',
  enforce: 'pre',
  transform: (source, id) => (pathToFileURL(id).href === file ? changed(source, change) : undefined),
}

const projects = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? [project] : [],
)

export default defineConfig({
  root,
  test: {
    // Modules are cached by the text of their file, so one changed while loading would be cached as the file itself.
    fsModuleCache: false,
    projects: projects.map((project) => ({
      ...project,
      plugins: [plugin],
      test: { ...project.test, fsModuleCache: false },
    })),
  },
})
