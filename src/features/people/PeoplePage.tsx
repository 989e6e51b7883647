import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { roleAllows } from '#domain/access/roles.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { nameOnScreen, refreshPeople, usePeople } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { PersonMark } from '#src/ui/PersonMark.tsx'
import { DeletePerson } from './DeletePerson.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { roleText } from './people-text.ts'

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; person: ListedPerson }

/** The people the account looks after: adding, changing and deleting them needs a connection. */
export default function PeoplePage() {
  const { account } = useSession()
  const people = usePeople((state) => state.people)
  const [open, setOpen] = useState<Open | null>(null)
  useEffect(() => void refreshPeople(account.id), [account.id])
  const close = () => setOpen(null)
  return (
    <div className="page page--narrow">
      <PageHead
        title="People"
        action={
          <Button variant="primary" onClick={() => setOpen({ kind: 'add' })}>
            <Plus className="icon" aria-hidden="true" />
            Add a person
          </Button>
        }
      />
      {people.length > 1 ? (
        <Card as="section" aria-label="People you look after">
          <ul className="list">
            {people.map((person) => (
              <Row key={person.id} person={person} onOpen={setOpen} />
            ))}
          </ul>
        </Card>
      ) : (
        <EmptyState title="Look after somebody else">
          Add a child, a parent or anybody whose medicines you keep. Each person has their own list, reminders and
          history.
        </EmptyState>
      )}
      {open?.kind === 'add' ? <PersonDialog person={null} onClose={close} /> : null}
      {open?.kind === 'edit' ? <PersonDialog person={open.person} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeletePerson person={open.person} onClose={close} /> : null}
    </div>
  )
}

function Row({ person, onOpen }: { person: ListedPerson; onOpen: (open: Open) => void }) {
  const name = nameOnScreen(person)
  return (
    <li className="list__row">
      <PersonMark name={person.name} colour={person.colour} large />
      <span className="list__main">
        <span className="list__title wrap-anywhere">{name}</span>
        <span className="list__sub">{roleText(person)}</span>
      </span>
      {roleAllows(person.role, 'change') ? (
        <Button iconOnly aria-label={`Edit ${name}`} onClick={() => onOpen({ kind: 'edit', person })}>
          <Pencil className="icon" aria-hidden="true" />
        </Button>
      ) : null}
      {person.isSelf || !roleAllows(person.role, 'own') ? null : (
        <Button iconOnly aria-label={`Delete ${name}`} onClick={() => onOpen({ kind: 'delete', person })}>
          <Trash2 className="icon" aria-hidden="true" />
        </Button>
      )}
    </li>
  )
}
