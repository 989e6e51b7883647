import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { TokenScope } from '#domain/protocol/tokens.ts'

/** What one may choose between: a program reads, logs, or does both. */
export const MAY = ['read', 'log', 'both'] as const
export type May = (typeof MAY)[number]

/** What each choice allows (docs/automation.md): its name, what a token in the list says, and what it means. */
export const MAY_TEXTS: Record<May, { label: Message; line: Message; help: Message }> = {
  read: {
    label: msg('Read', 'what a program may do'),
    line: msg('Reads your record'),
    help: msg('Your medicines, today’s plan, the dose log, appointments and supply. It changes nothing.'),
  },
  log: {
    label: msg('Log doses', 'what a program may do'),
    line: msg('Logs doses'),
    help: msg('It sees today’s plan, and can say that a dose was taken, skipped or snoozed. It sees nothing else.'),
  },
  both: {
    label: msg('Both', 'what a program may do'),
    line: msg('Reads your record and logs doses'),
    help: msg('It reads your record, and can say that a dose was taken, skipped or snoozed.'),
  },
}

export const scopesOf = (may: May): TokenScope[] => (may === 'both' ? ['read', 'log'] : [may])

/** Returns what a token allows, as a short line. */
export function mayLine(scopes: readonly TokenScope[]): string {
  const may = scopes.length > 1 ? 'both' : (scopes[0] ?? 'read')
  return t(MAY_TEXTS[may].line)
}
