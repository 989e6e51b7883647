/**
 * Verbs that directions begin with in the other languages of bilingual labels (Afrikaans, Welsh, Irish, French, Spanish), with what
 * follows them there: a few are words or herbs in English.
 */
const BEGINS_ELSEWHERE =
  /^(?:neem|gebruik|smeer|drup|spuit|plaas|kou|inasem|cymerwch|cymryd|cymerer|rhowch|defnyddiwch|anadlwch|taenwch|glac(?:aigí)?|tóg(?:aigí)?|cuir|prendre|prenez|appliquer|appliquez|mettre|mettez|donner|croquer|avaler|dissoudre|tome|tomar|aplique|aplicar|ponga|poner|coloque|mastique|disuelva|inyecte|administre)\s+(?:\d|½|'?n\b|een\b|twee\b|drie\b|halwe\b|un[ea]?\b|une\b|dau\b|dwy\b|tri\b|tair\b|aon\b|dhá\b|deux\b|trois\b|dos\b|tres\b|media\b|le\b|la\b|les\b|el\b|los\b|die\b|yr?\b|en\b|sur\b)/iu
/** Words of how often in them, which no English directions have. */
const SAID_ELSEWHERE =
  /\b(?:uurliks|daagliks|indien nodig|(?:keer|maal) per dag|y dydd|bob dydd|[gd]waith|par jour|fois|veces|al d[ií]a|cada \d|sa lá)(?![\p{L}])/iu
const BETWEEN = /(?<!\s)\s+[/|]\s+|(?:(?<!\s)\s+)?\/\/\s*/

/**
 * What of a line is English where a label says it in two languages: `Take 1 tablet daily / Neem 1 tablet daagliks`. Null when all of it
 * is in the other one; the line itself when it has no part in another.
 */
export function inEnglish(line: string): string | null {
  const parts = line.split(BETWEEN)
  const own = parts.filter((part) => !BEGINS_ELSEWHERE.test(part.trim()) && !SAID_ELSEWHERE.test(part))
  if (own.length === parts.length) return line
  return own.length === 0 ? null : own.join(' / ').trim()
}
