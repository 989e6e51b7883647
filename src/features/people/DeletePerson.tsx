import { type FormEvent, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { dataIdOf, type ListedPerson } from '#domain/records/person.ts'
import { fetchPersonExport } from '#src/platform/export-call.ts'
import { deletePerson, laterText } from '#src/platform/online-calls.ts'
import { leavePerson } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { SubmitFoot } from '#src/ui/SubmitFoot.tsx'
import { saveFile } from '#src/ui/save-file.ts'
import { toast } from '#src/ui/toast-store.ts'

/** Deletes somebody and everything of theirs, once their name was typed. Offers to save it all as a file first. */
export function DeletePerson({ person, onClose }: { person: ListedPerson; onClose(): void }) {
  const { account } = useSession()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const remove = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (typed.trim() !== person.name.trim())
      return setProblem(t('To delete everything, type {name}.', { name: person.name }))
    setBusy(true)
    const answer = await deletePerson(account.id, person.id)
    setBusy(false)
    if (answer.kind === 'later') return setProblem(laterText())
    if (answer.kind === 'refused') return setProblem(answer.sentence)
    onClose()
    await leavePerson(account.id, dataIdOf(person.id))
    toast({ title: t('{name} was deleted', { name: person.name }) })
  }

  return (
    <Dialog
      title={t('Delete {name}?', { name: person.name })}
      closeButton={false}
      onClose={onClose}
      onSubmit={(event) => void remove(event).catch(reportError)}
      footer={
        <SubmitFoot
          label={t('Delete {name}', { name: person.name })}
          cancelLabel={t('Keep')}
          variant="danger"
          busy={isBusy ? t('Deleting') : undefined}
          onCancel={onClose}
        />
      }
    >
      <p>
        {t(
          'The medicines, doses, supply, appointments and documents of {name} are deleted at once, on every device and for everybody they are shared with. They can’t be recovered.',
          { name: person.name },
        )}
      </p>
      <SaveFirst person={person} />
      <Field
        label={t('Type {name} to confirm', { name: person.name })}
        autoComplete="off"
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
      />
    </Dialog>
  )
}

function SaveFirst({ person }: { person: ListedPerson }) {
  const { account } = useSession()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const answer = await fetchPersonExport(account.id, person.id)
    setBusy(false)
    if (answer.kind === 'ok') return saveFile(`dosewell-${person.name}.zip`, answer.value)
    const description = answer.kind === 'refused' ? answer.sentence : laterText()
    toast({ title: t('It could not be saved as a file'), description, tone: 'destructive' })
  }
  return (
    <Button variant="plain" busy={isBusy ? t('Preparing') : undefined} onClick={() => void save().catch(reportError)}>
      {t('Save it all as a file first')}
    </Button>
  )
}
