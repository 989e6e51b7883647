import { type Message, msg } from '../language/message.ts'
import { t } from '../language/translate.ts'

/** What one and many are called, without a number. */
const NAMES: Readonly<Record<string, readonly [one: Message, many: Message]>> = {
  dose: [msg('dose', 'unit'), msg('doses', 'unit')],
  tablet: [msg('tablet', 'unit'), msg('tablets', 'unit')],
  capsule: [msg('capsule', 'unit'), msg('capsules', 'unit')],
  puff: [msg('puff', 'unit'), msg('puffs', 'unit')],
  drop: [msg('drop', 'unit'), msg('drops', 'unit')],
  unit: [msg('unit', 'unit'), msg('units', 'unit')],
  patch: [msg('patch', 'unit'), msg('patches', 'unit')],
  sachet: [msg('sachet', 'unit'), msg('sachets', 'unit')],
  spray: [msg('spray', 'unit'), msg('sprays', 'unit')],
}

const named = (unit: string): readonly [Message, Message] | undefined =>
  Object.hasOwn(NAMES, unit) ? NAMES[unit] : undefined

/** Returns what a unit is called, without a number: `tablet`. A unit of the user's own is left as they wrote it. */
export function unitText(unit: string): string {
  const names = named(unit)
  return names ? t(names[0]) : unit
}

/** Returns what many of a unit are called: `tablets`, `mL`. A unit of the user's own is left as they wrote it. */
export function unitsText(unit: string): string {
  const names = named(unit)
  return names ? t(names[1]) : unit
}

/** Returns the unit that the text names in the language of the moment, one or many; otherwise the text itself. */
export function unitNamed(text: string): string {
  const plain = (word: string) => word.trim().toLowerCase()
  const isNamed = (unit: string) => [unitText(unit), unitsText(unit)].some((name) => plain(name) === plain(text))
  return Object.keys(NAMES).find(isNamed) ?? text
}
