import { type FormEvent, useRef } from 'react'
import { v4 } from 'uuid'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { initialOf, type ListedPerson, PERSON_COLOURS, type PersonColour } from '#domain/records/person.ts'
import { addPerson, editPerson } from '#src/platform/online-calls.ts'
import { learnPerson, useOpenPerson, usePeople } from '#src/session/people.tsx'
import { useCallForm } from '#src/session/server-calls.tsx'
import { useSession } from '#src/session/session.ts'
import { ZoneSelect } from '#src/session/ZoneSelect.tsx'
import { Choices } from '#src/ui/Choices.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { PersonMark } from '#src/ui/PersonMark.tsx'
import { toast } from '#src/ui/toast-store.ts'

interface PersonDialogProps {
  /** Null: somebody new. */
  person: ListedPerson | null
  onClose(): void
}

const COLOUR_NAMES: Record<PersonColour, Message> = {
  blue: msg('Blue'),
  green: msg('Green'),
  orange: msg('Orange'),
  purple: msg('Purple'),
  red: msg('Red'),
  teal: msg('Teal'),
  pink: msg('Pink'),
  brown: msg('Brown'),
}

function titleOf(person: ListedPerson | null): string {
  if (!person) return t('Add a person')
  return person.isSelf ? t('Edit your colour') : t('Edit {name}', { name: person.name })
}

/** Adds somebody to look after, or changes what is said about somebody. What was typed survives a failed save. */
export function PersonDialog({ person, onClose }: PersonDialogProps) {
  const { account, zone } = useSession()
  const open = useOpenPerson()
  const people = usePeople((state) => state.people)
  const form = useCallForm({
    name: person?.name ?? '',
    relation: person?.relation ?? '',
    colour: person?.colour ?? freeColour(people),
    timeZone: person?.timeZone ?? zone,
  })
  const { values } = form
  // One key for all tries with the same content: an answer that was lost adds nobody twice.
  const key = useRef(v4())
  const change = (part: Partial<typeof values>) => {
    key.current = v4()
    form.change(part)
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const name = values.name.trim()
    if (!person?.isSelf && name === '') return form.setProblem({ field: 'name', sentence: t('Enter a name.') })
    const fields = {
      name,
      relation: values.relation.trim() || null,
      colour: values.colour,
      // Moving somebody replans all that is theirs, so an edit of something else says nothing of it.
      ...(values.timeZone === person?.timeZone ? {} : { timeZone: values.timeZone }),
    }
    const saved = await form.send(() =>
      person
        ? editPerson(
            account.id,
            { id: person.id, ...(person.isSelf ? { colour: values.colour } : fields) },
            key.current,
          )
        : addPerson(account.id, fields, key.current),
    )
    if (!saved) return
    await learnPerson(account.id, saved)
    onClose()
    if (person) return toast({ title: t('Saved') })
    toast({
      title: t('{name} was added', { name: saved.name }),
      action: { label: t('Open'), run: () => open(saved.id) },
    })
  }

  return (
    <FormDialog
      title={titleOf(person)}
      submitLabel={person ? t('Save') : t('Add')}
      isSaving={form.isSaving}
      problem={form.problemBeside('name', 'relation', 'colour', 'timeZone')}
      isChanged={form.isChanged}
      onSubmit={(event) => void save(event).catch(reportError)}
      onClose={onClose}
    >
      {person?.isSelf ? null : (
        <>
          <Field
            label={t('Name')}
            autoComplete="off"
            maxLength={80}
            value={values.name}
            error={form.problemOf('name')}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Field
            label={t('Who they are to you')}
            help={t('For example daughter, or father. You can leave it out.')}
            autoComplete="off"
            maxLength={40}
            value={values.relation}
            error={form.problemOf('relation')}
            onChange={({ target }) => change({ relation: target.value })}
          />
          <ZoneSelect
            help={t('Their reminders follow it, wherever your devices are.')}
            value={values.timeZone}
            error={form.problemOf('timeZone')}
            onChange={(timeZone) => change({ timeZone })}
          />
        </>
      )}
      <Choices
        legend={t('Colour')}
        value={values.colour}
        error={form.problemOf('colour')}
        options={PERSON_COLOURS.map((colour) => ({
          value: colour,
          label: (
            <>
              <PersonMark initial={initialOf(values.name || person?.name || '?')} colour={colour} />
              {t(COLOUR_NAMES[colour])}
            </>
          ),
        }))}
        onChange={(colour) => change({ colour })}
      />
    </FormDialog>
  )
}

/** Returns the first colour that nobody has. */
const freeColour = (people: readonly ListedPerson[]): PersonColour =>
  PERSON_COLOURS.find((colour) => !people.some((person) => person.colour === colour)) ?? PERSON_COLOURS[0]
