import { classNames } from './class-names.ts'

interface PersonMarkProps {
  initial: string
  colour: string
  large?: boolean | undefined
}

/** A person's colour with their initial in it. Decorative: the name stands beside it, or in the label of its button. */
export function PersonMark({ initial, colour, large }: PersonMarkProps) {
  return (
    <span className={classNames('person-mark', large && 'person-mark--lg')} data-colour={colour} aria-hidden="true">
      {initial}
    </span>
  )
}
