import { UsersRound } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { initialOf, type ListedPerson, nameOnScreen } from '#domain/records/person.ts'
import { EVERYONE } from '#src/data/people-store.ts'
import { show, useHasOthers, usePeople } from '#src/session/people.tsx'
import { PersonMark } from '#src/ui/PersonMark.tsx'

/** Says whose data the pages show, and switches to somebody else. Only for an account that looks after somebody. */
export function PeopleStrip() {
  const { people, shown } = usePeople()
  const navigate = useNavigate()
  // Everyone is a view of the day; every other page is about one person.
  const isEveryone = useLocation().pathname === PAGES.home && shown === EVERYONE
  const showsOwn = !isEveryone && shown === EVERYONE
  if (!useHasOthers()) return null
  const seeEveryone = () => {
    void show(EVERYONE)
    navigate(PAGES.home)
  }
  return (
    <nav className="people" aria-label={t('Whose medicines')}>
      <ul>
        <li>
          <button type="button" aria-pressed={isEveryone} onClick={seeEveryone}>
            <UsersRound className="icon" aria-hidden="true" />
            <span>{t('Everyone')}</span>
          </button>
        </li>
        {people.filter(isSeen).map((person) => (
          <li key={person.id}>
            <Chip person={person} isShown={shown === person.id || (showsOwn && person.isSelf)} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const isSeen = ({ isWithheld }: ListedPerson): boolean => !isWithheld

function Chip({ person, isShown }: { person: ListedPerson; isShown: boolean }) {
  return (
    <button type="button" aria-pressed={isShown} onClick={() => void show(person.id)}>
      <PersonMark initial={initialOf(person.name)} colour={person.colour} />
      <span>{nameOnScreen(person)}</span>
    </button>
  )
}
