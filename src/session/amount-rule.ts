import { msg } from '#domain/language/message.ts'

/** What a form says about a text that is no amount. */
export const NOT_AN_AMOUNT = msg('Write an amount like 1, ½, 0.25 or 1/3')
