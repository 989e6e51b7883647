import { UsersRound } from 'lucide-react'
import { initialOf, type ListedPerson } from '#domain/records/person.ts'
import { EVERYONE } from '#src/data/people-store.ts'
import { nameOnScreen, show, useHasOthers, usePeople } from '#src/session/people.tsx'
import { PersonMark } from '#src/ui/PersonMark.tsx'

/** Says whose data the pages show, and switches to somebody else. Only for an account that looks after somebody. */
export function PeopleStrip() {
  const { people, shown } = usePeople()
  if (!useHasOthers()) return null
  return (
    <nav className="people" aria-label="Whose medicines">
      <ul>
        <li>
          <button type="button" aria-pressed={shown === EVERYONE} onClick={() => void show(EVERYONE)}>
            <UsersRound className="icon" aria-hidden="true" />
            <span>Everyone</span>
          </button>
        </li>
        {people.map((person) => (
          <li key={person.id}>
            <Chip person={person} isShown={shown === person.id} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Chip({ person, isShown }: { person: ListedPerson; isShown: boolean }) {
  return (
    <button type="button" aria-pressed={isShown} onClick={() => void show(person.id)}>
      <PersonMark initial={initialOf(person.name)} colour={person.colour} />
      <span>{nameOnScreen(person)}</span>
    </button>
  )
}
