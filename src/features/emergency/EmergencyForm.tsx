import { Plus, Trash2, TriangleAlert } from 'lucide-react'
import { type FormEvent, type Ref, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { apart } from '#domain/language/apart.ts'
import { t } from '#domain/language/translate.ts'
import type { Emergency, EmergencyContact } from '#domain/records/emergency-card.ts'
import { BLOOD_GROUPS, LONGEST, MOST_CONTACTS } from '#domain/records/emergency-schema.ts'
import { editPerson, laterText } from '#src/platform/online-calls.ts'
import { useCommands } from '#src/session/commands.ts'
import { useFirstAttempt } from '#src/session/first-attempt.ts'
import { learnPerson } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Field } from '#src/ui/Field.tsx'
import { focusingWrongField } from '#src/ui/focus-wrong-field.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { type ContactProblem, contactProblem, tidy } from './typed-card.ts'

interface EmergencyFormProps {
  titleRef: Ref<HTMLHeadingElement>
  stored: Emergency
  onClose(): void
}

/**
 * What is typed for the card. One's own is saved on this device immediately, and sent when possible; somebody else's
 * needs a connection, as all that is said about people does.
 */
export function EmergencyForm({ titleRef, stored, onClose }: EmergencyFormProps) {
  const { person } = useSession()
  const store = useStoring()
  const [card, setCard] = useState(stored)
  const { area, fallback } = useKeptFocus<HTMLFormElement, HTMLHeadingElement>(card.contacts.length)
  const [isChecked, setChecked] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const change = (part: Partial<Emergency>) => setCard((before) => ({ ...before, ...part }))
  const changeContact = (place: number, part: Partial<EmergencyContact>) =>
    change({ contacts: card.contacts.map((one, index) => (index === place ? { ...one, ...part } : one)) })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const emergency = tidy(card)
    if (emergency.contacts.some((contact) => contactProblem(contact) !== null)) return
    if (isSaving) return
    setSaving(true)
    const refused = await store(emergency).finally(() => setSaving(false))
    if (refused !== null) return setRefusal(refused)
    toast({ title: t('Saved') })
    onClose()
  }

  return (
    <div className="page page--narrow">
      <PageHead
        titleRef={titleRef}
        title={person ? t('{name}’s emergency card', { name: person.name }) : t('Emergency card')}
      />
      <form
        ref={area}
        className="stack"
        noValidate
        data-unsaved={card === stored ? undefined : ''}
        onSubmit={focusingWrongField((event) => void save(event).catch(reportError))}
      >
        <Card
          as="section"
          className="stack"
          aria-label={person ? t('About {name}', { name: person.name }) : t('About you')}
        >
          <TextArea
            label={t('Allergies')}
            help={t('Medicines, foods, latex. Leave it empty if there are none.')}
            maxLength={LONGEST.allergies}
            value={card.allergies}
            onChange={(event) => change({ allergies: event.target.value })}
          />
          <TextArea
            label={t('Conditions')}
            help={t('Such as diabetes, epilepsy, a pacemaker')}
            maxLength={LONGEST.conditions}
            value={card.conditions}
            onChange={(event) => change({ conditions: event.target.value })}
          />
          <Select
            label={t('Blood group')}
            value={card.bloodGroup ?? ''}
            onChange={(event) =>
              change({ bloodGroup: BLOOD_GROUPS.find((group) => group === event.target.value) ?? null })
            }
          >
            <option value="">{t('I don’t know')}</option>
            {BLOOD_GROUPS.map((group) => (
              <option key={group} value={group}>
                {apart(group)}
              </option>
            ))}
          </Select>
          <TextArea
            label={t('Note')}
            help={t('Anything else a stranger should know')}
            maxLength={LONGEST.note}
            value={card.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </Card>
        <Card as="section" className="stack" aria-labelledby="emergency-contacts">
          <h2 id="emergency-contacts" ref={fallback} tabIndex={-1}>
            {t('Whom to call')}
          </h2>
          {card.contacts.map((contact, place) => (
            <ContactFields
              // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that a contact without a name has
              key={place}
              number={place + 1}
              contact={contact}
              problem={isChecked ? contactProblem(contact) : null}
              onChange={(part) => changeContact(place, part)}
              onRemove={() => change({ contacts: card.contacts.filter((_, index) => index !== place) })}
            />
          ))}
          {card.contacts.length < MOST_CONTACTS ? (
            <Button
              variant="soft"
              className="justify-self-start"
              onClick={() => change({ contacts: [...card.contacts, { name: '', relation: '', phone: '' }] })}
            >
              <Plus className="icon" aria-hidden />
              {t('Add a contact')}
            </Button>
          ) : null}
        </Card>
        {refusal ? (
          <Notice tone="missed" icon={<TriangleAlert className="icon" aria-hidden />} role="alert">
            {refusal}
          </Notice>
        ) : null}
        <div className="btns">
          <Button variant="primary" type="submit" busy={isSaving ? t('Saving') : undefined}>
            {t('Save')}
          </Button>
          <Button variant="plain" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </div>
  )
}

/** Returns what saves the card of whoever is shown. It resolves with why nothing was saved; null if it was. */
function useStoring(): (emergency: Emergency) => Promise<string | null> {
  const { account, person } = useSession()
  const commands = useCommands()
  const onFirstAttempt = useFirstAttempt()
  // One key for all tries with the same content, as an answer may be lost.
  const last = useRef({ content: '', key: '' })
  return async (emergency) => {
    if (!person) {
      const saved = await commands.editProfile({ emergency })
      if (!saved.ok) return saved.error.error
      onFirstAttempt(saved.value.keys, { title: () => t('Your emergency card was not changed') })
      return null
    }
    const content = JSON.stringify(emergency)
    if (last.current.content !== content) last.current = { content, key: v4() }
    const answer = await editPerson(account.id, { id: person.id, emergency }, last.current.key)
    if (answer.kind === 'later') return laterText()
    if (answer.kind === 'refused') return answer.sentence
    await learnPerson(account.id, answer.value)
    return null
  }
}

interface ContactFieldsProps {
  number: number
  contact: EmergencyContact
  problem: ContactProblem | null
  onChange(part: Partial<EmergencyContact>): void
  onRemove(): void
}

function ContactFields({ number, contact, problem, onChange, onRemove }: ContactFieldsProps) {
  const { person } = useSession()
  return (
    <fieldset className="stack">
      <legend className="strong mb-4">{t('Contact {number}', { number })}</legend>
      <Field
        label={t('Name')}
        maxLength={LONGEST.name}
        value={contact.name}
        error={problem === 'name' ? t('Please enter a name.') : undefined}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        label={person ? t('Who they are to {name}', { name: person.name }) : t('Who they are to you')}
        maxLength={LONGEST.relation}
        value={contact.relation}
        onChange={(event) => onChange({ relation: event.target.value })}
      />
      <Field
        label={t('Phone')}
        type="tel"
        dir="ltr"
        maxLength={LONGEST.phone}
        value={contact.phone}
        error={problem === 'phone' ? t('Please enter a phone number: digits, spaces and + only.') : undefined}
        onChange={(event) => onChange({ phone: event.target.value })}
      />
      <Button className="justify-self-start" onClick={onRemove}>
        <Trash2 className="icon" aria-hidden />
        {t('Remove contact {number}', { number })}
      </Button>
    </fieldset>
  )
}
