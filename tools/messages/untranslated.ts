/**
 * `node tools/messages/untranslated.ts src/features/home …` lists the texts in these folders or files that look as if
 * somebody reads them on a screen and that are not in the catalogue. Exit code 1 if there are any.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { parseSync } from 'vite'

export interface Untranslated {
  line: number
  text: string
}

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

/** Texts in these calls are for developers, operators or programs. */
const NOT_SHOWN_CALL =
  /^(t|msg|Error|TypeError|RangeError|console|log|logger|warn|warnOnce|describe|refine|issue|stores|RegExp|fetch|querySelector)$/
/** Such attributes and fields hold names for programs. */
const NOT_SHOWN_NAME =
  /^(className|class|id|key|type|href|to|src|rel|d|viewBox|tag|kind|name|code|path|style|role|variant)$/

/** Written above or beside a text that nobody reads on a screen, with the reason. */
const EXCUSE = /not translated:/

/** Returns the texts of a source that look as if they were shown and are in no catalogue. */
export function untranslatedIn(file: string, source: string): Untranslated[] {
  const { program } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const lines = source.split('\n')
  const found: Untranslated[] = []
  const note = (node: Node, text: string, isElement: boolean) => {
    const line = source.slice(0, node.start + (isElement ? (/^\s*/.exec(text)?.[0].length ?? 0) : 0)).split('\n').length
    if (EXCUSE.test(`${lines[line - 2]}\n${lines[line - 1]}`)) return
    if (isElement ? /\p{L}{2}/u.test(text) && !NO_TEXT.test(text.trim()) : looksShown(text))
      found.push({ line, text: text.trim() })
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) walk(one)
      return
    }
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as Node
    if (isNotShown(node)) return
    if (node.type === 'JSXText') note(node, String(node.value), true)
    else if (node.type === 'Literal' && typeof node.value === 'string') note(node, node.value, false)
    else if (node.type === 'TemplateLiteral') note(node, textOf(node), false)
    for (const child of partsOf(node)) walk(child)
  }
  walk(program)
  return found
}

/** Returns what may hold texts: not what a case compares with, nor the classes of an element. */
function partsOf(node: Node): unknown[] {
  if (node.type === 'SwitchCase') return [node.consequent]
  if (node.type === 'CallExpression' && rootName(node.callee) === 'element') return (node.arguments as Node[]).slice(2)
  return Object.values(node)
}

function isNotShown(node: Node): boolean {
  if (/^(Import|Export(All|Named)Declaration$)/.test(node.type)) return node.declaration == null
  if (/^TS.*(Type|Declaration|Signature)$/.test(node.type)) return node.type !== 'TSEnumDeclaration'
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return NOT_SHOWN_CALL.test(rootName(node.callee))
  if (node.type === 'ThrowStatement' || node.type === 'TaggedTemplateExpression') return true
  if (node.type === 'JSXAttribute') return NOT_SHOWN_NAME.test(String((node.name as Node).name))
  // A table of patterns and the names of what they find.
  if (node.type === 'ArrayExpression') return (node.elements as (Node | null)[])[0]?.regex !== undefined
  if (node.type === 'BinaryExpression') return /^[!=]==?$/.test(String(node.operator))
  return false
}

/** Returns the name a call begins with: of `console.error`, `console`. */
function rootName(callee: unknown): string {
  const node = callee as Node
  if (node.type === 'MemberExpression') {
    const root = rootName(node.object)
    return NOT_SHOWN_CALL.test(root) ? root : String((node.property as Node).name)
  }
  return String(node.name ?? '')
}

const textOf = (template: Node): string =>
  (template.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')

/**
 * How schemas tell clients of the API what is wrong with a field (the app's forms have sentences of their own), the
 * brand, selectors, media queries, and values of styles.
 */
const NO_TEXT = /^(must |belongs to |\(|\d+px |Dosewell$|xMinYMax )|:not\(|sans-serif/

/** A sentence, several words, or one with a capital. */
const looksShown = (text: string): boolean =>
  !NO_TEXT.test(text) &&
  (/^\p{Lu}\p{Ll}+$/u.test(text) ||
    (/\p{Ll}{2,}/u.test(text) && /\p{L}[,.:!?]? \p{L}/u.test(text)) ||
    /…\s?\p{Ll}{3,}|^\p{Lu}\p{Ll}+ …|… \p{Ll}+ …/u.test(text))

if (import.meta.main) {
  const files = process.argv
    .slice(2)
    .flatMap((place) => (statSync(place).isDirectory() ? globSync(`${place}/**/*.{ts,tsx}`) : [place]))
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(file))
  let count = 0
  for (const file of files.sort()) {
    for (const { line, text } of untranslatedIn(file, readFileSync(file, 'utf8'))) {
      count += 1
      console.log(`${file}:${line}  ${text.replaceAll(/\s+/g, ' ').slice(0, 100)}`)
    }
  }
  console.log(`${count} texts are not in the catalogue`)
  process.exitCode = count === 0 ? 0 : 1
}
