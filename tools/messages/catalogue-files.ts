import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { type LanguageTag, TAGS } from '../../domain/language/languages.ts'
import { entryOf, keyOf } from '../../domain/language/message.ts'
import type { Catalogue } from '../../domain/language/translate.ts'
import { catalogueOf } from '../../server/platform/language.ts'
import { isOfStart } from '../start-chunks.ts'
import { messagesIn } from './find-messages.ts'

const translated = TAGS.filter((tag) => tag !== 'en')

/**
 * Writes each language's catalogue in two files: `locales/de.start.json` with the texts of a signed-in start, and
 * `locales/de.rest.json`. The documents name their version, so that a cached one is known to be current.
 */
export function catalogueFiles(): Plugin {
  const read = (): Map<LanguageTag, Catalogue> => new Map(translated.map((tag) => [tag, catalogueOf(tag)]))
  return {
    name: 'catalogue-files',
    transformIndexHtml: (html) =>
      html.replace('</head>', `  <meta name="catalogues" content="${version(read())}" />\n  </head>`),
    configureServer(server) {
      server.middlewares.use('/locales', (request, response, next) => {
        const [, tag, part] = /^\/([\w-]+)\.(start|rest)\.json/.exec(request.url ?? '') ?? []
        const catalogue = read().get(tag as LanguageTag)
        if (!catalogue) return next()
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(part === 'start' ? catalogue : {}))
      })
    },
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' && isOfStart(chunk.fileName, chunk.facadeModuleId) ? chunk.moduleIds : [],
      )
      // The worker is a separate build, and takes what the page has stored.
      if (modules.length === 0) return
      const start = new Set(modules.flatMap(keysIn))
      for (const [tag, catalogue] of read()) {
        for (const part of ['start', 'rest']) {
          const entries = Object.entries(catalogue).filter(([key]) => start.has(key) === (part === 'start'))
          const source = JSON.stringify(Object.fromEntries(entries))
          this.emitFile({ type: 'asset', fileName: `locales/${tag}.${part}.json`, source })
        }
      }
    },
  }
}

function keysIn(module: string): string[] {
  if (!/\.tsx?$/.test(module) || module.includes('node_modules')) return []
  return messagesIn(module, readFileSync(module, 'utf8')).map(({ text, context }) => keyOf(entryOf(text, context)))
}

const version = (catalogues: Map<LanguageTag, object>): string =>
  createHash('sha256')
    .update(JSON.stringify([...catalogues]))
    .digest('hex')
    .slice(0, 8)
