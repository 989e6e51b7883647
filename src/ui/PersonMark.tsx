import { classNames } from './class-names.ts'

interface PersonMarkProps {
  name: string
  colour: string
  large?: boolean | undefined
}

/** A person's colour with their initial in it. Decorative: the name stands beside it, or in the label of its button. */
export function PersonMark({ name, colour, large }: PersonMarkProps) {
  return (
    <span className={classNames('person-mark', large && 'person-mark--lg')} data-colour={colour} aria-hidden="true">
      {initialOf(name)}
    </span>
  )
}

/** Returns the first character that a reader sees: an accent or a joined emoji belongs to it. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim())
  return first?.segment.toLocaleUpperCase() ?? '?'
}
