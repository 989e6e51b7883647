/** Seven digits or more with what people put between them. */
const PHONE = /(?<![\p{L}\p{N}.:/-])\+?\(?\d(?:[ ().-]{0,2}\d){6,14}(?![\p{L}\p{N}])/u

/** The first phone number of a text, as it is written there; empty when there is none. Dates and times are to be taken out before. */
export const readPhone = (text: string): string => PHONE.exec(text)?.[0] ?? ''
