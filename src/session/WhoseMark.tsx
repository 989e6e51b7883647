import { initialOf, nameOnScreen } from '#domain/records/person.ts'
import { PersonMark } from '#src/ui/PersonMark.tsx'
import { useWhose } from './people.tsx'

/** Says whose doses these are; nothing where the account looks after nobody. */
export function WhoseMark() {
  const person = useWhose()
  if (!person) return null
  return (
    <span className="whose strong">
      <PersonMark initial={initialOf(person.name)} colour={person.colour} />
      {nameOnScreen(person)}
    </span>
  )
}
