import { queryAllByRole } from '@testing-library/dom'
import { isShown } from './missing-parts.ts'

export type Words = string | RegExp

export interface RoleOptions {
  name?: Words
  exact?: boolean
  level?: number
  checked?: boolean
  pressed?: boolean
  expanded?: boolean
  selected?: boolean
  disabled?: boolean
  includeHidden?: boolean
}

export const normal = (text: string): string => text.replace(/[\s\u200b]+/g, ' ').trim()

/** As in Playwright, a string matches anywhere and in any case, unless the match is to be exact. */
export function says(text: string, words: Words, exact = false): boolean {
  const said = normal(text)
  if (words instanceof RegExp) return new RegExp(words.source, words.flags.replace(/[gy]/g, '')).test(said)
  return exact ? said === normal(words) : said.toLowerCase().includes(normal(words).toLowerCase())
}

const ownText = (element: Element): string =>
  element.matches('input[type=submit], input[type=button]') ? (element as HTMLInputElement).value : element.textContent

/** Returns the innermost elements whose text, including everything inside, matches. */
export function withText(root: ParentNode, words: Words, exact?: boolean): Element[] {
  const found: Element[] = []
  const look = (element: Element): boolean => {
    if (element.matches('script, style, template, head, noscript')) return false
    let isInside = false
    for (const child of element.children) isInside = look(child) || isInside
    const isIt = says(ownText(element), words, exact)
    if (isIt && !isInside) found.push(element)
    return isIt || isInside
  }
  for (const child of root.children) look(child)
  return found
}

const LABELLED = 'input, select, textarea, button, meter, output, progress, [aria-label], [aria-labelledby]'

export const withLabel = (root: ParentNode, words: Words, exact?: boolean): Element[] =>
  [...root.querySelectorAll(LABELLED)].filter((element) => labelsOf(element).some((label) => says(label, words, exact)))

function labelsOf(element: Element): string[] {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const labelling = ids.flatMap((id) => element.ownerDocument.getElementById(id)?.textContent ?? [])
  if (labelling.length > 0) return [labelling.join(' ')]
  const label = element.getAttribute('aria-label')
  const labels = [...((element as HTMLInputElement).labels ?? [])].map((one) => one.textContent)
  return label ? [label, ...labels] : labels
}

export function withRole(root: ParentNode, role: string, options: RoleOptions): Element[] {
  const { name, exact, includeHidden = false, disabled, ...states } = options
  return queryAllByRole(root as HTMLElement, role, {
    ...states,
    hidden: true,
    ...(name === undefined ? {} : { name: (said: string) => says(said, name, exact) }),
  } as Parameters<typeof queryAllByRole>[2]).filter(
    (element) => (includeHidden || isOffered(element)) && (disabled === undefined || isDisabled(element) === disabled),
  )
}

/** Whether a screen reader would announce it. */
const isOffered = (element: Element): boolean => isShown(element) && element.closest('[aria-hidden=true]') === null

export const isDisabled = (element: Element): boolean =>
  element.matches(':disabled') || element.closest('[aria-disabled=true]') !== null
