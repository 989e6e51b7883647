import { Plus, Trash2, TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { Emergency, EmergencyContact } from '#domain/records/emergency-card.ts'
import { BLOOD_GROUPS, LONGEST, MOST_CONTACTS } from '#domain/records/emergency-schema.ts'
import { useCommands } from '#src/session/commands.ts'
import { useFirstAttempt } from '#src/session/first-attempt.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { type ContactProblem, contactProblem, tidy } from './typed-card.ts'

interface EmergencyFormProps {
  stored: Emergency
  onClose(): void
}

/** What is typed for the card. Saved on this device immediately, and sent when possible. */
export function EmergencyForm({ stored, onClose }: EmergencyFormProps) {
  const commands = useCommands()
  const onFirstAttempt = useFirstAttempt()
  const [card, setCard] = useState(stored)
  const [isChecked, setChecked] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const change = (part: Partial<Emergency>) => setCard((before) => ({ ...before, ...part }))
  const changeContact = (place: number, part: Partial<EmergencyContact>) =>
    change({ contacts: card.contacts.map((one, index) => (index === place ? { ...one, ...part } : one)) })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const emergency = tidy(card)
    if (emergency.contacts.some((contact) => contactProblem(contact) !== null)) return
    const saved = await commands.editProfile({ emergency })
    if (!saved.ok) return setRefusal(saved.error.error)
    onFirstAttempt(saved.value.keys, { title: () => t('Your emergency card was not changed') })
    toast({ title: t('Saved') })
    onClose()
  }

  return (
    <div className="page page--narrow">
      <PageHead title={t('Emergency card')} />
      <form className="stack" noValidate data-unsaved="" onSubmit={(event) => void save(event).catch(reportError)}>
        <Card as="section" className="stack" aria-label={t('About you')}>
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
                {group}
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
          <h2 id="emergency-contacts">{t('Whom to call')}</h2>
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
          <Button variant="primary" type="submit">
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

interface ContactFieldsProps {
  number: number
  contact: EmergencyContact
  problem: ContactProblem | null
  onChange(part: Partial<EmergencyContact>): void
  onRemove(): void
}

function ContactFields({ number, contact, problem, onChange, onRemove }: ContactFieldsProps) {
  return (
    <fieldset className="stack">
      <legend>{t('Contact {number}', { number })}</legend>
      <Field
        label={t('Name')}
        maxLength={LONGEST.name}
        value={contact.name}
        error={problem === 'name' ? t('Please enter a name.') : undefined}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        label={t('Who they are to you')}
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
