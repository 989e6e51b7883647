import { parseSync } from 'vite'

/** A message of the sources. */
export interface FoundMessage {
  text: string
  context: string | undefined
  /** Line of the source, from 1. */
  line: number
}

interface Node {
  type: string
  start: number
}

interface Call extends Node {
  callee: Node & { name?: string }
  arguments: (Node & { value?: unknown })[]
}

/**
 * Returns the messages that a source gives to `t` or marks with `msg` (domain/language).
 * @throws when the text or the context of a `msg` is not written there as a literal, which nobody could extract, or
 * when the source cannot be parsed
 */
export function messagesIn(file: string, source: string): FoundMessage[] {
  if (!/\b(?:t|msg)\(/.test(source)) return []
  const { program, errors } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const [error] = errors
  if (error) throw new Error(`${file}: ${error.message}`)
  const found: FoundMessage[] = []
  visit(program, (call) => {
    const line = source.slice(0, call.start).split('\n').length
    const [text, context] = call.arguments
    if (call.callee.name === 't') {
      if (isText(text)) found.push({ text: text.value, context: undefined, line })
      return
    }
    if (call.callee.name !== 'msg') return
    if (!isText(text) || (context && !isText(context)))
      throw new Error(`${file}:${line}: what msg marks is written there, in quotes`)
    found.push({ text: text.value, context: context?.value, line })
  })
  return found
}

const isText = (node: (Node & { value?: unknown }) | undefined): node is Node & { value: string } =>
  node?.type === 'Literal' && typeof node.value === 'string'

function visit(node: unknown, onCall: (call: Call) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, onCall)
    return
  }
  if (typeof node !== 'object' || node === null) return
  if ('type' in node && node.type === 'CallExpression') onCall(node as unknown as Call)
  for (const child of Object.values(node)) visit(child, onCall)
}
