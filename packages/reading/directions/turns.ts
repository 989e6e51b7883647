import { CUES } from './cues.ts'
import type { Findings, Span } from './findings.ts'

/** Finds words that make guesses of what is next to them, wherever they occur. */
export function readTurns(text: string, findings: Findings): void {
  findings.turns.push(...spansOf(text, CUES.turns), ...spansOf(text, CUES.unknownDay))
  findings.scales.push(...spansOf(text, CUES.scale))
  findings.events.push(...spansOf(text, CUES.event))
}

const spansOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: words, index: at }) => ({ words, at }))
