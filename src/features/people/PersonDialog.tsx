import { type FormEvent, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { initialOf, type ListedPerson, PERSON_COLOURS, type PersonColour } from '#domain/records/person.ts'
import { addPerson, editPerson, laterText } from '#src/platform/people-calls.ts'
import { learnPerson, useOpenPerson, usePeople } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { Choices } from '#src/ui/Choices.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { PersonMark } from '#src/ui/PersonMark.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { ZoneSelect } from '#src/ui/ZoneSelect.tsx'

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
  const [opening] = useState(() => ({
    name: person?.name ?? '',
    relation: person?.relation ?? '',
    colour: person?.colour ?? freeColour(people),
    timeZone: person?.timeZone ?? zone,
  }))
  const [values, setValues] = useState(opening)
  const [problem, setProblem] = useState<{ field: string | null; sentence: string } | null>(null)
  const [isSaving, setSaving] = useState(false)
  // One key for all tries with the same content: an answer that was lost adds nobody twice.
  const key = useRef(v4())
  const change = (part: Partial<typeof values>) => {
    key.current = v4()
    setValues((before) => ({ ...before, ...part }))
    setProblem(null)
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const name = values.name.trim()
    if (!person?.isSelf && name === '') return setProblem({ field: 'name', sentence: t('Enter a name.') })
    setSaving(true)
    const fields = {
      name,
      relation: values.relation.trim() || null,
      colour: values.colour,
      // Moving somebody replans all that is theirs, so an edit of something else says nothing of it.
      ...(values.timeZone === person?.timeZone ? {} : { timeZone: values.timeZone }),
    }
    const answer = person
      ? await editPerson(
          account.id,
          { id: person.id, ...(person.isSelf ? { colour: values.colour } : fields) },
          key.current,
        )
      : await addPerson(account.id, fields, key.current)
    setSaving(false)
    if (answer.kind === 'later') return setProblem({ field: null, sentence: laterText() })
    if (answer.kind === 'refused') return setProblem(answer)
    await learnPerson(account.id, answer.value)
    onClose()
    if (person) return toast({ title: t('Saved') })
    const added = answer.value
    toast({
      title: t('{name} was added', { name: added.name }),
      action: { label: t('Open'), run: () => open(added.id) },
    })
  }

  const isOf = (field: string) => (problem?.field === field ? problem.sentence : undefined)
  const isElsewhere = problem !== null && !['name', 'relation', 'colour', 'timeZone'].includes(problem.field ?? '')
  return (
    <FormDialog
      title={titleOf(person)}
      submitLabel={person ? t('Save') : t('Add')}
      isSaving={isSaving}
      problem={isElsewhere ? problem.sentence : undefined}
      isChanged={JSON.stringify(values) !== JSON.stringify(opening)}
      onSubmit={(event) => void save(event).catch(reportError)}
      onDiscard={() => {}}
      onClose={onClose}
    >
      {person?.isSelf ? null : (
        <>
          <Field
            label={t('Name')}
            autoComplete="off"
            maxLength={80}
            value={values.name}
            error={isOf('name')}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Field
            label={t('Who they are to you')}
            help={t('For example daughter, or father. You can leave it out.')}
            autoComplete="off"
            maxLength={40}
            value={values.relation}
            error={isOf('relation')}
            onChange={({ target }) => change({ relation: target.value })}
          />
          <ZoneSelect
            help={t('Their reminders follow it, wherever your devices are.')}
            value={values.timeZone}
            error={isOf('timeZone')}
            onChange={(timeZone) => change({ timeZone })}
          />
        </>
      )}
      <Choices
        legend={t('Colour')}
        value={values.colour}
        error={isOf('colour')}
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
