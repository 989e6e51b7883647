import { Ellipsis, Plus, Ticket } from 'lucide-react'
import { useEffect, useState } from 'react'
import { roleAllows } from '#domain/access/roles.ts'
import { t } from '#domain/language/translate.ts'
import { initialOf, type ListedPerson, nameOnScreen } from '#domain/records/person.ts'
import { refreshPeople, useOpenPerson, usePeople } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { PersonMark } from '#src/ui/PersonMark.tsx'
import { CodeDialog } from './CodeDialog.tsx'
import { DeletePerson } from './DeletePerson.tsx'
import { LeavePerson } from './LeavePerson.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { roleText } from './people-text.ts'
import { SharingDialog } from './SharingDialog.tsx'

type Open = { kind: 'add' | 'code' } | { kind: 'edit' | 'share' | 'delete' | 'leave'; person: ListedPerson }

/** The people the account looks after, and with whom each is shown. Everything here needs a connection. */
export default function PeoplePage() {
  const { account } = useSession()
  const people = usePeople((state) => state.people)
  const [open, setOpen] = useState<Open | null>(null)
  useEffect(() => void refreshPeople(account.id), [account.id])
  return (
    <div className="page page--narrow">
      <PageHead
        title={t('People')}
        action={
          <Button variant="primary" onClick={() => setOpen({ kind: 'add' })}>
            <Plus className="icon" aria-hidden="true" />
            {t('Add a person')}
          </Button>
        }
      />
      <div className="stack">
        {people.length > 0 ? (
          <Card as="section" aria-label={t('People you look after')}>
            <ul className="list">
              {people.map((person) => (
                <Row key={person.id} person={person} onOpen={setOpen} />
              ))}
            </ul>
          </Card>
        ) : null}
        {people.length > 1 ? null : (
          <EmptyState title={t('Look after somebody else')}>
            {t(
              'Add a child, a parent or anybody whose medicines you keep. Each person has their own list, reminders and history.',
            )}
          </EmptyState>
        )}
        <Button variant="plain" onClick={() => setOpen({ kind: 'code' })}>
          <Ticket className="icon" aria-hidden="true" />
          {t('Enter a code you were given')}
        </Button>
      </div>
      {open ? <Opened open={open} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}

function Opened({ open, onClose }: { open: Open; onClose(): void }) {
  switch (open.kind) {
    case 'add':
      return <PersonDialog person={null} onClose={onClose} />
    case 'code':
      return <CodeDialog onClose={onClose} />
    case 'edit':
      return <PersonDialog person={open.person} onClose={onClose} />
    case 'share':
      return <SharingDialog person={open.person} onClose={onClose} />
    case 'delete':
      return <DeletePerson person={open.person} onClose={onClose} />
    case 'leave':
      return <LeavePerson person={open.person} onClose={onClose} />
  }
}

function Row({ person, onOpen }: { person: ListedPerson; onOpen: (open: Open) => void }) {
  const { zone } = useSession()
  const openPerson = useOpenPerson()
  const name = nameOnScreen(person)
  const open = (kind: 'edit' | 'share' | 'delete' | 'leave', label: string) => ({
    label,
    onSelect: () => onOpen({ kind, person }),
  })
  const isOwn = roleAllows(person.role, 'own')
  const isSeen = !person.isWithheld
  const mayEdit = isSeen && roleAllows(person.role, 'change')
  return (
    <li className="list__row">
      <PersonMark initial={initialOf(person.name)} colour={person.colour} large />
      <span className="list__main">
        <span className="list__title wrap-anywhere">{name}</span>
        <span className="list__sub">{roleText(person, zone)}</span>
      </span>
      <Menu
        align="end"
        trigger={
          <Button iconOnly aria-label={t('More for {name}', { name })}>
            <Ellipsis className="icon" aria-hidden="true" />
          </Button>
        }
        items={[
          ...(isSeen ? [{ label: t('Open'), onSelect: () => openPerson(person.id) }] : []),
          ...(isOwn ? [open('share', t('Share'))] : []),
          ...(mayEdit ? [open('edit', person.isSelf ? t('Change your colour') : t('Edit'))] : []),
          ...(isOwn && !person.isSelf ? [{ ...open('delete', t('Delete')), tone: 'danger' as const }] : []),
          ...(isOwn ? [] : [{ ...open('leave', t('Stop looking after them')), tone: 'danger' as const }]),
        ]}
      />
    </li>
  )
}
