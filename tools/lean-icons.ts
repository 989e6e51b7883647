import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ICON = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/

/** How lucide's files ask for what turns their shapes into a component. */
const MAKER = "'../createLucideIcon.mjs'"
const OURS = fileURLToPath(new URL('../src/ui/icon-of-shapes.ts', import.meta.url))

/**
 * Leaves of lucide's icons in a build their shapes alone. What they bring for colours, sizes and contexts, which the style sheet
 * settles here, and a random key for each line weigh more than a kilobyte in every start.
 */
export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!ICON.test(id) || !code.includes('createLucideIcon(')) return null
      if (!code.includes(MAKER)) throw new Error(`${id} is no longer made by ${MAKER}`)
      return code
        .replace(MAKER, () => JSON.stringify(OURS))
        .replace('__iconData.node;\n', '')
        .replace(/,\s*key: "\w+"/g, '')
        .replace(/\n {2}(?:name|size|aliases): [^\n]*(?=\n)/g, '')
    },
  }
}
