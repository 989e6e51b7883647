/**
 * Which folder may import which (docs/architecture.md draws the same map). `tools/import-rules.ts` runs these
 * rules and `tests/repo/import-rules.test.ts` breaks each of them once.
 *
 * Parser: swc, by name. Beside TypeScript 7 the tool finds no compiler it knows and would fall back to one
 * that sees no TypeScript at all, and an empty graph breaks no rule. swc also sees type-only and dynamic
 * imports; the one form it misses is the inline `type X = import('…').X`, which this code base does not use.
 *
 * `$1` in a `to` is what the first bracket of `from.path` matched.
 */

const TEST_FILE = String.raw`\.test\.tsx?$`

/** Folders of src that have a rule of their own below. */
const SRC_ROOMS = '^src/(app|features|session|ui|data|sync|platform|sw|testing)/'

/** Support of the tests beside the code. Every rule about rooms lets it pass; `product-imports-no-tests` keeps it out of what ships. */
const TESTING = '^(domain|server|src)/testing/'

/** What ships. */
const PRODUCT = '^(packages|domain|server|src)/'

/** Everything in src but these rooms. @type {(...rooms: string[]) => object} */
const srcExcept = (...rooms) => ({ path: '^src/', pathNot: `^src/(${[...rooms, 'testing'].join('|')})/` })

/** What stands below every feature of the server, from the ground up: each imports only those before it. */
const SERVER_GROUND = ['platform', 'db', 'metrics', 'queue', 'sync', 'http']

/**
 * The features of the server, each with the features it builds on; those stand before it, so there is no circle. Tables that rooms below
 * their feature read as well are in server/db/schema. server/app.ts, serve.ts and what lies beside them join all of it.
 * @type {Record<string, string[]>}
 */
const SERVER_FEATURES = {
  occurrences: [],
  plans: [],
  push: ['occurrences'],
  mail: [],
  accounts: ['occurrences', 'plans', 'push', 'mail'],
  records: [],
  medications: ['occurrences', 'records'],
  appointments: ['occurrences', 'records'],
  doses: ['occurrences'],
  supply: ['medications'],
  people: ['occurrences', 'accounts'],
  ai: [],
  recognition: [],
  pictures: ['records', 'recognition'],
  documents: ['mail', 'pictures'],
  scans: ['records', 'medications', 'ai', 'recognition', 'pictures'],
  voice: ['ai'],
  reminders: ['occurrences', 'push', 'mail', 'accounts', 'medications', 'supply', 'people'],
  shared: ['people', 'reminders'],
  calendar: ['accounts', 'people', 'appointments', 'reminders'],
  webhooks: ['accounts', 'people'],
  contact: ['mail', 'accounts'],
  payments: ['plans'],
  events: ['accounts', 'people'],
  batch: ['accounts', 'medications', 'appointments', 'doses', 'supply'],
  erasure: [
    ...['occurrences', 'plans', 'push', 'mail', 'accounts', 'records', 'medications', 'appointments'],
    ...['pictures', 'documents', 'scans', 'contact', 'payments', 'people', 'webhooks'],
  ],
  export: ['occurrences', 'plans', 'pictures', 'people', 'erasure'],
  import: ['occurrences', 'records', 'medications', 'appointments', 'pictures', 'export'],
  backup: ['mail', 'erasure'],
  admin: ['plans', 'mail', 'accounts', 'contact', 'payments', 'erasure'],
  status: ['push', 'reminders'],
  maintenance: ['plans', 'push', 'mail', 'accounts', 'documents', 'reminders', 'people', 'erasure', 'admin'],
}

/** @type {(name: string, comment: string, from: object, to: object) => object} */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const serverRoom = (/** @type {string} */ room, /** @type {readonly string[]} */ below) =>
  forbid(
    'server-rooms-import-what-stands-below',
    'Rooms of server/ import the rooms listed for them in .dependency-cruiser.mjs, never one above. Move the code down, or hand it in from server/app.ts.',
    { path: `^server/${room}/`, pathNot: TEST_FILE },
    { path: '^server/', pathNot: `^server/(${[room, ...below, 'testing'].join('|')})/` },
  )

const SERVER_RULES = [
  ...SERVER_GROUND.map((room, floor) => serverRoom(room, SERVER_GROUND.slice(0, floor))),
  ...Object.entries(SERVER_FEATURES).map(([room, below], at, all) => {
    const before = all.slice(0, at).map(([name]) => name)
    const above = below.find((name) => !before.includes(name))
    if (above) throw new Error(`${room} is listed before ${above}, which it builds on`)
    return serverRoom(room, [...SERVER_GROUND, ...below])
  }),
  forbid(
    'server-rooms-are-listed',
    'This folder of server/ has no line in .dependency-cruiser.mjs. Put the file into the room it belongs to, or add the room there.',
    {
      path: '^server/[^/]+/',
      pathNot: `^server/(${[...SERVER_GROUND, ...Object.keys(SERVER_FEATURES), 'testing'].join('|')})/`,
    },
    { path: '^server/' },
  ),
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'reading-imports-only-itself',
      'packages/reading is used alone as well: it imports no other folder and no package. Declare the type you need there, or take the value as an argument.',
      { path: '^packages/reading/', pathNot: TEST_FILE },
      { pathNot: '^packages/reading/' },
    ),
    forbid(
      'print-imports-only-itself',
      'packages/print is shared by server and device and knows neither: it imports no other folder and no package. Take what you need as an argument.',
      { path: '^packages/print/', pathNot: TEST_FILE },
      { pathNot: '^packages/print/' },
    ),
    forbid(
      'packages-are-entered-by-name',
      'Import a package by its name (@dosewell/reading/…): only what its package.json exports is meant for others.',
      { pathNot: '^packages/' },
      { path: '^packages/', dependencyTypesNot: ['aliased-workspace'] },
    ),
    forbid(
      'domain-imports-only-domain',
      'domain/ is what page, worker and server agree on. Move what you need into domain/, or pass it in as an argument.',
      { path: '^domain/' },
      { path: '^(server|src)/' },
    ),
    forbid(
      'domain-is-pure',
      'domain/ runs in browsers: no Node modules. Take time, randomness and bytes as arguments; npm packages that need no Node are fine.',
      { path: '^(packages|domain)/', pathNot: [TEST_FILE, TESTING] },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'client-takes-zod-mini',
      "The client carries zod/mini only (decision 008): `import * as z from 'zod/mini'`. One import of zod itself adds 14 kB to every page.",
      { path: '^(packages|domain|src)/', pathNot: TEST_FILE },
      { path: 'node_modules/zod/(index|v4/(index|classic/))' },
    ),
    forbid(
      'server-imports-only-server-and-domain',
      'server/ never loads client code. What both sides need belongs in domain/.',
      { path: '^server/' },
      { path: '^src/' },
    ),
    ...SERVER_RULES,
    forbid(
      'src-never-imports-server',
      'The client reaches the server over HTTP only. Shapes of calls come from domain/protocol, records from domain/records.',
      { path: '^src/' },
      { path: '^server/' },
    ),
    forbid(
      'sync-imports-only-domain',
      'src/sync owns its ports: declare what you need as a type there, let src/data or src/platform implement it, and join them in src/app or src/sw/sw.ts.',
      { path: '^src/sync/' },
      srcExcept('sync'),
    ),
    forbid(
      'sync-knows-no-storage-and-no-screen',
      'The engine runs without Dexie and React. Reach storage through a port of src/sync that src/data implements.',
      { path: '^src/sync/', pathNot: TEST_FILE },
      { path: 'node_modules/(dexie|dexie-react-hooks|idb-keyval|react|react-dom|zustand)/' },
    ),
    forbid(
      'data-imports-only-sync-and-platform',
      'src/data imports domain/, src/sync and src/platform. Screens read from src/data, not the other way round.',
      { path: '^src/data/' },
      srcExcept('data', 'sync', 'platform'),
    ),
    forbid(
      'data-takes-platform-as-types-or-clock',
      'src/data uses of src/platform only types (`import type`) and the clock. Take the adapter as an argument and join it in src/app or src/sw/sw.ts.',
      { path: '^src/data/', pathNot: TEST_FILE },
      {
        path: '^src/platform/',
        pathNot: String.raw`^src/platform/(clock|types)\b`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'platform-imports-only-sync',
      'src/platform implements ports: it imports domain/ and src/sync. Take anything else as an argument.',
      { path: '^src/platform/' },
      srcExcept('platform', 'sync'),
    ),
    forbid(
      'session-imports-no-screens',
      'src/session is the bridge between React and domain/, src/data, src/sync, src/platform and src/ui. Screens import it, not the other way round.',
      { path: '^src/session/' },
      srcExcept('session', 'data', 'sync', 'platform', 'ui'),
    ),
    forbid(
      'ui-imports-only-ui',
      'src/ui knows nothing of the domain but its language. Pass values and callbacks as props from the feature that has them.',
      { path: '^src/ui/' },
      { path: '^(domain|src)/', pathNot: '^(src/(ui|testing)|domain/language)/' },
    ),
    forbid(
      'features-import-only-lower-rooms',
      'A feature imports domain/, src/session, src/ui, src/data, src/sync, src/platform and itself. What src/app knows comes in as a prop or a route parameter.',
      { path: '^src/features/' },
      srcExcept('features', 'session', 'ui', 'data', 'sync', 'platform'),
    ),
    forbid(
      'features-do-not-import-each-other',
      'Features do not know each other. Shared rules belong in domain/, shared looks in src/ui, shared reads in src/data; src/app joins screens.',
      { path: '^src/features/([^/]+)' },
      { path: '^src/features/', pathNot: '^src/features/$1/' },
    ),
    forbid(
      'worker-imports-no-screens',
      'Code of the service worker imports domain/, src/data, src/sync and src/platform; only src/sw/sw.ts joins more than that.',
      { path: '^src/sw/', pathNot: String.raw`^src/sw/sw\.ts$` },
      srcExcept('sw', 'data', 'sync', 'platform'),
    ),
    forbid(
      'worker-starts-light',
      'Each start of the app waits until this part of the worker has run. Give what it needs to src/sw/handlers.ts, which runs once it is needed.',
      { path: String.raw`^src/sw/(sw|shell|reader-files|scope|start-routes)\.ts$` },
      {
        path: PRODUCT,
        pathNot: [
          String.raw`^src/(sw/(shell|reader-files|scope|start-routes)|platform/worker-messages)\.ts$`,
          String.raw`^domain/protocol/(pages|payment-headers|sign-in-address)\.ts$`,
        ],
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    ),
    forbid(
      'only-the-roots-join',
      'Only src/main.tsx, src/app and src/sw/sw.ts join the pieces. Move the file into the room it belongs to, or the joining into src/app.',
      { path: '^src/', pathNot: [SRC_ROOMS, String.raw`^src/main\.tsx$`] },
      { path: '^src/(features|app)/' },
    ),
    forbid(
      'product-imports-no-tests',
      'Code that ships does not import tests or tools. Move what it needs into domain/, server/ or src/.',
      { path: PRODUCT, pathNot: [TEST_FILE, TESTING] },
      { path: ['^(tests|tools)/', TESTING, TEST_FILE] },
    ),
    forbid(
      'product-takes-no-dev-packages',
      'Code that ships imports a package of devDependencies. Move that one to dependencies in package.json.',
      { path: PRODUCT, pathNot: [TEST_FILE, TESTING, String.raw`\.d\.ts$`] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'packages-are-declared',
      'package.json does not name this package: it is here because another one wants it, and gone when that one changes its mind.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid(
      'no-cycles',
      'These files import each other. Move what they share into a third file that both import.',
      {},
      { circular: true },
    ),
    forbid(
      'no-orphans',
      'Nothing imports this file and it imports nothing. Use it or delete it.',
      {
        orphan: true,
        path: PRODUCT,
        pathNot: [TEST_FILE, String.raw`\.d\.ts$`, String.raw`^(server/main\.ts|src/main\.tsx|src/sw/sw\.ts)$`],
      },
      {},
    ),
    forbid(
      'every-import-resolves',
      'This import leads nowhere, so no rule can judge it. Check the path, its ending (.ts, .tsx) and the aliases in package.json "imports".',
      {},
      { couldNotResolve: true, pathNot: String.raw`^virtual:|\?` },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|server/db/migrations)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
}
