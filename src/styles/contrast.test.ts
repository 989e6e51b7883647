import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PERSON_COLOURS } from '#domain/records/person.ts'

/** Returns the relative luminance of `#RRGGBB` (WCAG 2.2, "relative luminance"), 0 to 1. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** Returns the contrast of two colours `#RRGGBB` (WCAG 2.2, "contrast ratio"), 1 to 21, in either order. */
function contrastRatio(a: string, b: string): number {
  const [one, other] = [luminance(a), luminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

const css = readFileSync(new URL('colours.css', import.meta.url), 'utf8')

const colours = [...css.matchAll(/--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)]
const themes = {
  light: new Map(colours.map(([, name, light, , both]) => [name, light ?? both])),
  dark: new Map(colours.map(([, name, , dark, both]) => [name, dark ?? both])),
}

/**
 * [front, back, bar, where it meets]: 7 for body text (AAA), 4.5 for other text (AA), 3 for controls and meaningful
 * graphics.
 */
type Pair = [front: string, back: string, bar: number, where: string]

const surfaces = ['paper', 'surface', 'raised', 'sunken']
const tints = ['primary-soft', 'due-soft', 'taken-soft', 'missed-soft', 'info-soft', 'skip-soft', 'premium-soft']
const stateRoles = ['due', 'taken', 'missed', 'info', 'skip', 'premium']
const onEach = (backs: string[], front: string, bar: number, where: string): Pair[] =>
  backs.map((back) => [front, back, bar, where])

const pairs: Pair[] = [
  ...onEach(surfaces, 'ink', 7, 'body text, headings'),
  ...onEach(surfaces, 'ink-2', 7, 'secondary text'),
  ...onEach(surfaces, 'ink-3', 4.5, 'captions, placeholders'),
  ...onEach(tints, 'ink', 7, 'body text on a tint'),
  ...onEach(tints, 'ink-2', 7, 'secondary text on a tint'),
  ...tints.map((back): Pair => [`on-${back}`, back, 7, 'badge and tinted panel']),
  ...stateRoles.flatMap((role) => onEach(['paper', 'surface', 'raised'], role, 4.5, 'state word and its icon')),
  ...onEach(surfaces, 'link', 4.5, 'link'),
  ...onEach(surfaces, 'missed', 4.5, 'error text'),
  ['on-primary', 'primary', 7, 'primary button'],
  ['on-primary', 'primary-hover', 7, 'primary button, hover'],
  ['on-due-solid', 'due-solid', 7, 'due badge'],
  ['on-taken-solid', 'taken-solid', 4.5, 'taken badge'],
  ['on-missed-solid', 'missed-solid', 4.5, 'destructive button'],
  ['on-missed-solid', 'missed-solid-hover', 4.5, 'destructive button, hover'],
  ['on-inverse', 'inverse', 7, 'toast, tooltip'],
  ['on-deep', 'deep', 7, 'landing hero'],
  ['on-deep-2', 'deep', 7, 'landing hero, secondary'],
  ...onEach(surfaces, 'line-strong', 3, 'edge of a field, switch, checkbox'),
  ...onEach(surfaces, 'focus', 3, 'focus ring'),
  ...['primary', 'taken', 'missed', 'info'].map((role): Pair => [role, 'surface', 3, 'icon, progress bar']),
  ['primary', 'paper', 3, 'switched on, current tab'],
  ['primary', 'sunken', 3, 'progress on its track'],
  ...['due', 'taken', 'missed', 'info'].map((role): Pair => [role, `${role}-soft`, 3, 'icon on its tint']),
  ['premium-mark', 'premium-soft', 3, 'crown on its tint'],
  ['premium-mark', 'surface', 3, 'crown'],
  ['focus', 'due-soft', 3, 'focus ring on the due card'],
  ['sun', 'deep', 3, 'mark on the hero'],
  ...PERSON_COLOURS.map((colour): Pair => ['on-who', `who-${colour}`, 4.5, 'initial of a person']),
  ...PERSON_COLOURS.map((colour): Pair => [`who-${colour}`, 'surface', 3, 'circle of a person']),
]

describe.each(['light', 'dark'] as const)('contrast in the %s theme', (name) => {
  test.each(pairs)('%s on %s is at least %d to 1 (%s)', (front, back, bar) => {
    const [a, b] = [themes[name].get(front), themes[name].get(back)]
    if (!a || !b) throw new Error(`no such colour in the ${name} theme: ${a ? back : front}`)
    expect(contrastRatio(a, b)).toBeGreaterThanOrEqual(bar)
  })
})

describe('contrastRatio', () => {
  test('the ratio of black on white is 21, and of a colour on itself 1', () => {
    expect(contrastRatio('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
    expect(contrastRatio('#0E5A4F', '#0E5A4F')).toBe(1)
  })
})
