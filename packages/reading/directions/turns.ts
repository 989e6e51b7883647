import { CUES } from './cues.ts'
import type { Findings, Span } from './findings.ts'

const SOME = String.raw`(?:\d{1,3}|one|two|three|four|five|six|half|i{1,3}\b)`
const BEFORE_DAY = String.raw`(?<!\b(?:a|per|each|every|same|this|in|times|once|twice)\s{1,2}|\/\s?)`
const NO_MORE = String.raw`(?!\d|\s*(?:hours?|hrs?|minutes?|mins?|times?|x\b|tab|cap|puff|drop|mg|ml))`

/** Wording of doses or days that change on the way, or that a calendar of its own decides. */
const TURNS = new RegExp(
  [
    // `to reduce swelling` says what it is for; `reduce by one tablet` changes the dose.
    String.raw`\b(?:increas|reduc|decreas|lower|rais|taper|wean|titrat)(?:e[ds]?|ing)?\s+(?:(?:the|your|this|gradually|slowly|weekly|daily)\s+){0,2}(?:dos(?:e|age)\b|to\b|by\b|as\b|after\b|every\b|if\b|over\b|from\b|until\b|slowly\b|gradually\b|${SOME})`,
    String.raw`\b(?:taper(?:ing|ed)?|wean(?:ing|ed)?|titrat\w+)\b`,
    String.raw`\b(?:followed\s+by|thereafter|afterwards|after\s+that|step(?:ping)?\s+(?:up|down))\b`,
    String.raw`${BEFORE_DAY}\b(?:days?|weeks?|wks?)\s+\d{1,2}\b${NO_MORE}`,
    String.raw`\bfirst\s+(?:${SOME}\s+)?(?:days?|weeks?|months?|nights?)\b`,
    String.raw`(?<!\bevery\s)\bother\s+days\b|\b(?:remaining|rest\s+of\s+the)\s+(?:days?|week)\b|\bcycles?\b`,
    String.raw`\bthen\s+(?:stop|remove|rest|off|break|none|no)\b|\b(?:days?|weeks?|wks?|\/7)\s+(?:off|free|break|rest)\b|\boff\s+for\s+${SOME}`,
  ].join('|'),
  'gi',
)

/** Words that make guesses of what stands beside them, wherever that stands. */
export function readTurns(text: string, findings: Findings): void {
  findings.turns.push(...spansOf(text, TURNS), ...spansOf(text, CUES.unknownDay))
  findings.scales.push(...spansOf(text, CUES.scale))
  findings.events.push(...spansOf(text, CUES.event))
}

const spansOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: words, index: at }) => ({ words, at }))
