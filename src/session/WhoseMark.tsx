import { PersonMark } from '#src/ui/PersonMark.tsx'
import { nameOnScreen, useWhose } from './people.tsx'

/** Says whose doses these are; nothing where the account looks after nobody. */
export function WhoseMark() {
  const person = useWhose()
  if (!person) return null
  return (
    <span className="whose strong">
      <PersonMark name={person.name} colour={person.colour} />
      {nameOnScreen(person)}
    </span>
  )
}
