/** What text recognition and people put in place of the @. */
const AT = String.raw`\s?(?:@|\(at\)|\[at\]|©|®)\s?`
const PART = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** A gap next to the point only where no new sentence can begin: before the endings of domains. */
const POINT = String.raw`(?:[.,]|\s[.,]\s?(?=(?:com|net|org|edu|gov|co|health|nhs|au|uk|nz|us)\b)|[.,]\s(?=(?:com|net|org|edu|gov|co|au|uk|nz|us)\b))`
const ADDRESS = new RegExp(
  String.raw`[a-z0-9](?:[a-z0-9._%+-]{0,62}[a-z0-9_+-])?${AT}${PART}(?:${POINT}${PART}){0,4}${POINT}[a-z]{2,24}\b`,
  'gi',
)

/**
 * Returns the first e-mail address in a recognised text, in lower case; null when there is none. Text recognition
 * writes a gap next to a point or an @, a comma for a point and a © for an @; nothing else is repaired, because then
 * another address would get the mail.
 */
export function emailIn(text: string): string | null {
  for (const line of text.split('\n')) {
    for (const [words] of line.matchAll(ADDRESS)) {
      const email = words
        .replace(new RegExp(AT, 'i'), '@')
        .replace(/\s?[.,]\s?/g, '.')
        .toLowerCase()
      if (email.length <= 254 && !email.includes('..')) return email
    }
  }
  return null
}
