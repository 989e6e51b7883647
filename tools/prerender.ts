/**
 * The documents of the client. Vite builds `app.html`, the shell that the worker gives every navigation. Two more are made
 * of it here:
 *
 *   index.html     `/` for a visitor: the landing page as plain HTML, no React, only public/landing.js
 *   visitor.html   any other page for a visitor: the shell, told that there is no session to ask for
 */
import { createServer, type Plugin } from 'vite'

const SHELL = 'app.html'
const LANDING = '/src/app/landing-document.tsx'
/** The one face that every page needs; the extended one is for names from further away. */
const FONT = /\/[\w-]*-latin-wght-normal-[\w-]+\.woff2$/

/** Draws the landing page from the app's own components. Answers the markup of the body; throws when it breaks the CSP. */
async function renderLanding(root: string): Promise<string> {
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const module = await server.ssrLoadModule(LANDING)
    return withoutInline(module.renderLanding())
  } finally {
    await server.close()
  }
}

/** The content security policy allows neither inline styles nor inline handlers. */
function withoutInline(markup: string): string {
  const [inline] = markup.match(/<[^>]*\s(style|on\w+)=/) ?? []
  if (inline) throw new Error(`The landing page would be refused by the content security policy: ${inline}`)
  return markup
}

/** Replaces one place of a document; a place that is not there is an error, not a document without it. */
function replaced(document: string, place: RegExp, by: string): string {
  if (!place.test(document)) throw new Error(`${SHELL} has no ${place}`)
  return document.replace(place, () => by)
}

const preload = (font: string): string =>
  `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`

/**
 * The documents from the built shell.
 * @param shell built app.html
 * @param body markup of the landing page
 */
export function documentsOf(shell: string, body: string): { landing: string; visitor: string } {
  const withScript = replaced(
    shell,
    /<script type="module"[^>]*><\/script>/,
    '<script type="module" src="/landing.js"></script>',
  )
  const light = withScript.replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
  return {
    landing: replaced(light, /<body>[\s\S]*<\/body>/, `<body>\n${body}\n</body>`),
    visitor: replaced(shell, /<\/head>/, '  <meta name="session" content="none" />\n  </head>'),
  }
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
        // The worker is a build of its own, without documents.
        if (built?.type !== 'asset') return
        const font = Object.keys(bundle).find((name) => FONT.test(`/${name}`))
        if (!font) throw new Error('The build has no font to preload')
        const shell = replaced(
          String(built.source),
          /<link rel="manifest"/,
          `${preload(font)}\n    <link rel="manifest"`,
        )
        built.source = shell
        const { landing, visitor } = documentsOf(shell, await renderLanding(root))
        this.emitFile({ type: 'asset', fileName: 'index.html', source: landing })
        this.emitFile({ type: 'asset', fileName: 'visitor.html', source: visitor })
      },
    },
  }
}
