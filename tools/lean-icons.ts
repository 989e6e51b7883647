import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ICON = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/

/** How lucide's files import the function that turns their shapes into a component. */
const MAKER = "'../createLucideIcon.mjs'"
const OURS = fileURLToPath(new URL('../src/ui/icon-of-shapes.ts', import.meta.url))

/**
 * Reduces lucide's icons in a build to their shapes. The rest of them, for colours, sizes and contexts (which the style
 * sheet handles here) and a random key for each line, weighs more than a kilobyte in every start.
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
