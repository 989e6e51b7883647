import { CUES } from './cues.ts'
import { isSubstance } from './line-strength.ts'
import { nameAlone } from './medicine.ts'
import type { Found } from './pairs.ts'

/**
 * Returns the medications of a maker's box, bottle or blister, which says what is inside many times over and nothing of
 * how to take it. A name nobody knows beside a known one in the same strength is its brand, or the same words misread:
 * the user is asked. The only one, with an unknown name, is called by a known name that stands alone.
 * @param lines of the whole print; a pharmacy's label, or a list, stays as it is
 */
export function asOnPackage(found: readonly Found[], lines: readonly string[]): Found[] {
  if (found.some(({ directions }) => directions !== '' && !AS_DIRECTED.test(directions))) return [...found]
  if (!lines.some((line) => CUES.makersPrint.test(line))) return [...found]
  const known = found.filter(isKnown)
  const others = found.filter((one) => isKnown(one) || known.length === 0 || !isNoName(one, known))
  const named = others.map((one) => {
    const also = found.find((other) => !others.includes(other) && isSameStrength(one, other))
    return also && isKnown(one) ? { ...one, alsoCalled: also.named.name.words } : one
  })
  const whole = inOneTablet(named, lines)
  const [only, ...more] = whole
  return only && more.length === 0 && !isKnown(only) ? [calledByBrand(only, lines)] : whole
}

/** Returns several substances that each tablet contains, listed below one another, as the one medicine they are. */
function inOneTablet(found: readonly Found[], lines: readonly string[]): Found[] {
  const [first, ...others] = found
  const isOne =
    first !== undefined &&
    others.length > 0 &&
    lines.some((line) => CUES.eachContains.test(line)) &&
    found.every((one, index) => isKnown(one) && one.named.strength && one.lines.name - first.lines.name <= 2 * index)
  if (!isOne) return [...found]
  const joined = (of: (named: Found['named']) => string): string => found.map(({ named }) => of(named)).join(' / ')
  const { name, strength } = first.named
  const whole = strength && {
    ...strength,
    value: joined((named) => named.strength?.value ?? '').replaceAll(' / ', '/'),
  }
  return [
    {
      ...first,
      named: {
        ...first.named,
        name: { ...name, value: joined((named) => named.name.value), confidence: 'guess' },
        strength: whole && { ...whole, confidence: 'guess' },
      },
    },
  ]
}

/** All that a maker says. */
const AS_DIRECTED = /\bdirected\b/i
/** What is left of other print: a word with a count behind it (`maximcn 6`), of three letters, or with a small first one. */
const isNoName = (one: Found, known: readonly Found[]): boolean =>
  known.some((own) => isSameStrength(own, one)) || /\s[\d-]+$|^\p{L}{1,3}$|^\p{Ll}/u.test(one.named.name.value)

const isKnown = ({ named }: Found): boolean =>
  named.name.value
    .toLowerCase()
    .split(/[\s/+()]+/)
    .some(isSubstance)

const isSameStrength = (one: Found, other: Found): boolean =>
  one.named.strength !== null && one.named.strength.value === other.named.strength?.value

function calledByBrand(only: Found, lines: readonly string[]): Found {
  for (const [index, line] of lines.entries()) {
    const brand = nameAlone(line)
    if (brand?.confidence === 'sure')
      return {
        ...only,
        named: { ...only.named, name: { ...brand, confidence: 'guess' } },
        lines: { ...only.lines, name: index },
      }
  }
  return only
}
