/**
 * The documents of the client. Vite builds `app.html`, the shell that the worker serves for every navigation. The
 * others are made from it:
 *
 *   index.html, pricing.html, …   a visitor's pages as plain HTML: no React, only public/visitor.js
 *   visitor.html                  any other page for a visitor: the shell, told that there is no session to ask for
 *   first-run.html                not a page: what the server puts below the greeting of a user without medications
 *   shared-pricing.html, …        not pages either: what a user reads of a visitor's page until the app has loaded
 *   index.de.html, …              the same in each other language
 */
import { createServer, type Plugin } from 'vite'
import type { renderIn, VisitorDocument } from '#src/app/visitor-documents.tsx'
import { TAGS } from '../domain/language/languages.ts'
import { catalogueOf } from '../server/platform/language.ts'

const SHELL = 'app.html'
const PAGES = '/src/app/visitor-documents.tsx'
/** The one font file that every page needs; the extended one is for names with less common letters. */
const FONT = /\/[\w-]*-latin-wght-normal-[\w-]+\.woff2$/

type Rendered = ReturnType<typeof renderIn>

/**
 * Renders a visitor's pages, and the parts for users, from the app's own components. Throws when one breaks the content
 * security policy.
 */
async function render(root: string): Promise<Rendered> {
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const module = await server.ssrLoadModule(PAGES)
    const spoken = TAGS.map((tag) => module.renderIn(tag, catalogueOf(tag)) as Rendered)
    const pages = spoken.flatMap((one) => one.pages)
    const parts = spoken.flatMap((one) => one.parts)
    for (const { file, body } of [...pages, ...parts]) refuseInline(file, body)
    return { pages, parts }
  } finally {
    await server.close()
  }
}

/** The content security policy allows neither inline styles nor inline handlers. */
function refuseInline(file: string, body: string): void {
  const inline = /<[^>]*\s(style|on\w+)=[^>]*>/.exec(body)
  if (inline) throw new Error(`The content security policy would refuse a part of ${file}: ${inline[0]}`)
}

/** Replaces one place in a document; throws when the place is missing, rather than leaving it unchanged. */
function replaced(document: string, place: RegExp, by: string): string {
  if (!place.test(document)) throw new Error(`${SHELL} has no ${place}`)
  return document.replace(place, () => by)
}

/**
 * Puts style sheet and font before the scripts: nothing is painted without the first, or reads well without the second.
 */
function withLooksFirst(shell: string, font: string): string {
  const stylesheet = /[ \t]*<link rel="stylesheet"[^>]*>\n/
  const [sheet] = stylesheet.exec(shell) ?? []
  if (!sheet) throw new Error(`${SHELL} has no stylesheet`)
  const typeface = `    <link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />\n`
  return replaced(
    replaced(shell, stylesheet, ''),
    /[ \t]*<link rel="manifest"/,
    `${sheet}${typeface}    <link rel="manifest"`,
  )
}

/** Returns the built shell, told that there is no session. */
export const visitorShell = (shell: string): string =>
  replaced(shell, /<\/head>/, '  <meta name="session" content="none" />\n  </head>')

/** Returns a visitor's page: the head of the built shell without the app, and the page's own title and body. */
export function plainDocument(shell: string, { title, body, language, themeNames }: VisitorDocument): string {
  const script = '<script type="module" src="/visitor.js"></script>'
  const light = replaced(shell, /<script type="module"[^>]*><\/script>/, script).replace(
    /\s*<link rel="modulepreload"[^>]*>/g,
    '',
  )
  const { tag, direction } = language
  const attributes = Object.entries({
    lang: tag === 'en' ? 'en-AU' : tag,
    dir: direction,
    'data-light': themeNames.light,
    'data-dark': themeNames.dark,
  })
  const spoken = replaced(
    light,
    /<html lang="[^"]*">/,
    `<html ${attributes.map(([name, value]) => `${name}="${value}"`).join(' ')}>`,
  )
  const titled = replaced(spoken, /<title>[^<]*<\/title>/, `<title>${title}</title>`)
  return replaced(titled, /<body>[\s\S]*<\/body>/, `<body>\n${body}\n</body>`)
}

/** Builds the documents; in the dev server every page is the shell. */
export function documents(): Plugin {
  let root = ''
  return {
    name: 'documents',
    configResolved(config) {
      root = config.root
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const isNavigation = request.headers.accept?.includes('text/html')
        if (isNavigation && !/^\/(api|auth\.|@|src\/|node_modules\/)/.test(request.url ?? '/')) {
          request.url = `/${SHELL}`
        }
        next()
      })
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const built = bundle[SHELL]
        // The worker is a separate build, without documents.
        if (built?.type !== 'asset') return
        const font = Object.keys(bundle).find((name) => FONT.test(`/${name}`))
        if (!font) throw new Error('The build has no font to preload')
        const shell = withLooksFirst(String(built.source), font)
        built.source = shell
        this.emitFile({ type: 'asset', fileName: 'visitor.html', source: visitorShell(shell) })
        const { pages, parts } = await render(root)
        for (const { file, body } of parts) this.emitFile({ type: 'asset', fileName: file, source: body })
        for (const page of pages) {
          this.emitFile({ type: 'asset', fileName: page.file, source: plainDocument(shell, page) })
        }
      },
    },
  }
}
