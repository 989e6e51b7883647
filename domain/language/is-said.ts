/** Stands for what a message was given; no text on screen has it. */
const GAP = '\0'

/**
 * Returns whether a text is this message of the language of the moment, whatever it was given:
 * `isSaid(text, (any) => t('Logged at {time}', { time: any }))`.
 */
export function isSaid(text: string, message: (any: string) => string): boolean {
  const parts = message(GAP).split(GAP)
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`, 's').test(text)
}
