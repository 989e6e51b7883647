/**
 * Renders the PNG icons of the manifest, of iOS and of notifications from the drawings in public/icons. Run it after a
 * drawing has changed:
 *   node tools/icons.ts
 */
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const ICONS = fileURLToPath(new URL('../public/icons/', import.meta.url))
const EVERGREEN = '#0E5A4F'
const PAPER = '#F8F3E8'

const drawing = (name: string) => readFile(`${ICONS}${name}.svg`, 'utf8')

/** Renders an SVG at `size` pixels square. */
async function render(svg: string, size: number, file: string): Promise<void> {
  await sharp(Buffer.from(svg), { density: 300 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: false })
    .toFile(`${ICONS}${file}.png`)
}

/** Draws the mark of the logo, in its light colours: a PNG cannot follow the system's theme. */
async function mark(): Promise<string> {
  const logo = await drawing('logo')
  return logo.replace(/@media\(prefers-color-scheme:dark\)\{.*?\}\}/, '')
}

/** Draws the mark on paper, with space around it, opaque: iOS fills transparency with black. */
async function onPaper(): Promise<string> {
  const inside = (await mark()).replace(/<\/?svg[^>]*>/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${PAPER}"/><g transform="translate(9.6 9.6) scale(.7)">${inside}</g></svg>`
}

/**
 * Draws white lines on an evergreen disc, for shortcuts: legible on light and dark launchers. The strokes are lucide's
 * (ISC).
 */
const shortcut = (strokes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><circle cx="48" cy="48" r="48" fill="${EVERGREEN}"/><g transform="translate(21.6 21.6) scale(2.2)" fill="none" stroke="#FBF6EA" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${strokes}</g></svg>`

const SHORTCUTS: Record<string, string> = {
  today:
    '<circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41"/>',
  log: '<circle cx="12" cy="12" r="10"/><path d="m16 9-5.5 5.5L8 12"/>',
  add: '<circle cx="12" cy="12" r="10"/><path d="M8 12h8M12 8v8"/>',
  history: '<path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8"/><path d="M3 3v5h5M12 7v5l4 2"/>',
}

await mkdir(ICONS, { recursive: true })
const logo = await mark()
await render(logo, 32, 'icon-32')
await render(logo, 192, 'icon-192')
await render(logo, 512, 'icon-512')
await render(await onPaper(), 180, 'apple-touch-icon')
const maskable = await drawing('maskable')
await render(maskable, 192, 'maskable-192')
await render(maskable, 512, 'maskable-512')
const monochrome = await drawing('monochrome')
await render(monochrome, 96, 'badge-96')
await render(monochrome, 512, 'monochrome-512')
for (const [name, strokes] of Object.entries(SHORTCUTS)) await render(shortcut(strokes), 192, `shortcut-${name}`)
