import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { sized } from '#tests/support/long.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.0 to 2.2, levels A and AA, and the rule set's best practices. */
const EVERY_RULE: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
}

/** Colours: the only rule that depends on the colour scheme. */
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] }

/** All rules but the expensive one. */
const WITHOUT_CONTRAST: RunOptions = {
  ...EVERY_RULE,
  rules: { ...EVERY_RULE.rules, 'color-contrast': { enabled: false } },
}

/** Targets are nearest to each other on a phone; to compare them takes a third of the time. */
const WITHOUT_TARGETS: RunOptions = {
  ...EVERY_RULE,
  rules: { ...EVERY_RULE.rules, 'target-size': { enabled: false } },
}

const PHONE = { width: 390, height: 844 }
const NARROW = { width: 320, height: 640 }
const DESKTOP = { width: 1280, height: 800 }

interface Look {
  size: { width: number; height: number }
  scheme: 'light' | 'dark'
  rules: RunOptions
}

/**
 * In the long run each layout in each colour scheme. In the gate each state has one of the two looks that differ most:
 * the content depends on the width, its colours on the scheme.
 */
const LOOKS = sized<(label: string) => Look[]>({
  short: (label) => [
    isEven(label)
      ? { size: PHONE, scheme: 'light', rules: EVERY_RULE }
      : { size: DESKTOP, scheme: 'dark', rules: WITHOUT_TARGETS },
  ],
  long: () => [
    { size: PHONE, scheme: 'light', rules: EVERY_RULE },
    { size: PHONE, scheme: 'dark', rules: CONTRAST },
    { size: DESKTOP, scheme: 'light', rules: EVERY_RULE },
    { size: DESKTOP, scheme: 'dark', rules: EVERY_RULE },
    { size: NARROW, scheme: 'light', rules: WITHOUT_CONTRAST },
  ],
})

/** Halves the states in the same way in every run. */
const isEven = (label: string): boolean => [...label].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 0

interface Zoom {
  size: Look['size']
  text: string
}

const LARGE_TEXT: Zoom = { size: PHONE, text: '200%' }
const ZOOMED_IN: Zoom = { size: { width: 320, height: 256 }, text: '' }

/**
 * WCAG 1.4.4 and 1.4.10, Resize Text and Reflow: larger text, and a window of 1280 × 1024 at 400 % (and at 200). In the
 * gate each state has one of the two.
 */
const ZOOMS = sized<(label: string) => Zoom[]>({
  short: (label) => [label.length % 2 === 0 ? LARGE_TEXT : ZOOMED_IN],
  long: () => [LARGE_TEXT, { size: { width: 640, height: 512 }, text: '' }, ZOOMED_IN],
})

/**
 * Checks the current page on a phone in light or on a desktop in dark (in the long run on both, in both, and on the
 * narrowest phone), and looks for sideways scrolling there, when zoomed, and on a phone with text at 200 %. The page
 * must follow the system's colour scheme. Returns one line per violation.
 */
export async function checkScreen(page: Page, label: string): Promise<string[]> {
  // The placeholder shown before the app disappears a moment after the app's heading has appeared.
  await page.locator('#first-frame').waitFor({ state: 'detached' })
  const problems: string[] = []
  for (const { size, scheme, rules } of LOOKS(label)) {
    await resize(page, size)
    await page.emulateMedia({ colorScheme: scheme })
    await settle(page)
    for (const { id, nodes } of await violationsOf(page, rules)) {
      const [first] = nodes
      const where = `${label} at ${size.width} px, ${scheme}`
      problems.push(`${where}: ${id} (${nodes.length}) ${first?.target.join(' ')} ${first?.failureSummary}`)
    }
    problems.push(...(await sidewaysOn(page, `${label} at ${size.width} px`)))
  }
  for (const { size, text } of ZOOMS(label)) {
    await resizeText(page, text)
    await resize(page, size)
    await settle(page)
    problems.push(...(await sidewaysOn(page, `${label} at ${size.width} px${text && ` with text at ${text}`}`)))
  }
  await resizeText(page, '')
  await resize(page, DESKTOP)
  return problems
}

/** Looks for sideways scrolling in the narrowest window with text at 200 %. Returns one line per violation. */
export async function checkLargeText(page: Page, label: string): Promise<string[]> {
  await resizeText(page, '200%')
  await resize(page, NARROW)
  await settle(page)
  const problems = await sidewaysOn(page, `${label} at ${NARROW.width} px with text at 200 %`)
  await resizeText(page, '')
  await resize(page, DESKTOP)
  return problems
}

/** Looks for sideways scrolling in a wide and in the narrowest window. Returns one line per violation. */
export async function checkWidth(page: Page, label: string): Promise<string[]> {
  await page.locator('#first-frame').waitFor({ state: 'detached' })
  const problems = []
  for (const size of [DESKTOP, NARROW]) {
    await resize(page, size)
    await settle(page)
    problems.push(...(await sidewaysOn(page, `${label} at ${size.width} px`)))
  }
  return problems
}

async function sidewaysOn(page: Page, what: string): Promise<string[]> {
  const wide = await page.evaluate(findSideways)
  return wide.length > 0 ? [`${what} scrolls sideways: ${wide.join(', ')}`] : []
}

async function resize(page: Page, size: Look['size']): Promise<void> {
  const is = page.viewportSize()
  if (is?.width !== size.width || is.height !== size.height) await page.setViewportSize(size)
}

/** Changes the text size as a browser does when its user chooses another one. */
const resizeText = (page: Page, size: string): Promise<void> =>
  page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size)

/**
 * Waits two frames for a new size, then until everything it set in motion has come to rest. Looks anew in each frame: a
 * transition that another one replaces before it begins may never settle its `finished`.
 */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    const isMoving = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    await frame()
    do await frame()
    while (document.getAnimations().some(isMoving))
  })

/** Evaluated through the debugger, so the page's content security policy does not block it. */
async function violationsOf(page: Page, rules: RunOptions): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(root: Node, options: unknown): Promise<AxeResults> } }
    return (await axe.run(document, options)).violations
  }, rules)
}

/**
 * Runs in the page: finds what sticks out of the page or of the open dialog, or is cut off at an edge. Leaves out text
 * for screen readers (1 px wide), text shortened on purpose with an ellipsis, and placeholders, whose gleam moves
 * (docs/look.md, "Loading").
 */
function findSideways(): string[] {
  const dialogs = [...document.querySelectorAll('dialog[open]')]
  const cutting = [...document.querySelectorAll('#root :not(input, .skel)')].filter((element) => {
    const { overflowX, textOverflow } = getComputedStyle(element)
    return /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis'
  })
  const areas = [document.documentElement, ...dialogs, ...dialogs.flatMap(({ children }) => [...children]), ...cutting]
  const beyond = ({ clientWidth }: Element) =>
    [...document.querySelectorAll('#root *')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1)
  return areas
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
    .map((area) => {
      const what =
        area === document.documentElement
          ? beyond(area).map((one) => ` ${one.localName}.${one.getAttribute('class')}`)
          : []
      return `${area.localName}.${area.className} by ${area.scrollWidth - area.clientWidth} px${what.slice(0, 9)}`
    })
}
