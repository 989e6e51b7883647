import { Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { v4 } from 'uuid'
import { t } from '#domain/language/translate.ts'
import { CONTACT_FIELDS, type ContactMessage, contactProblems, trimmedContact } from '#domain/records/contact.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { dropDraft, keepDraft, readDraft } from './contact-draft.ts'
import { FIELDS, MESSAGE_ROWS, SEND } from './contact-fields.ts'
import { keepMessage, sendMessage, type Writer } from './kept-messages.ts'
import { tellSent } from './use-kept-messages.ts'

interface ContactFormProps {
  writer: Writer
  /** What is known of the user. */
  opening: Pick<ContactMessage, 'name' | 'email'>
  /** A message was saved for later. */
  onKept(): Promise<void>
}

/** A form to write to us. Input stays until it is sent or saved on this device (specification, sections 5 and 8). */
export function ContactForm({ writer, opening, onKept }: ContactFormProps) {
  const start: ContactMessage = { ...opening, subject: '', message: '' }
  const form = useForm<ContactMessage>({ defaultValues: readDraft(writer) ?? start, resolver })
  const id = useRef(v4())
  const { errors, isSubmitting } = form.formState

  useEffect(() => {
    const { unsubscribe } = form.watch((typed) => keepDraft(writer, { ...start, ...typed }))
    return unsubscribe
  })

  const finish = () => {
    id.current = v4()
    form.reset(start)
    dropDraft(writer)
  }

  const send = async (typed: ContactMessage) => {
    const message = { id: id.current, ...trimmedContact(typed) }
    const answer = await sendMessage(message)
    if (answer.kind === 'ok') {
      finish()
      tellSent()
      return
    }
    if (answer.kind === 'no-answer') {
      await keepMessage(writer, message)
      finish()
      toast({
        title: t('Saved on this device'),
        description: t('Your message is sent as soon as there is a connection.'),
      })
      await onKept()
      return
    }
    const field = CONTACT_FIELDS.find((name) => name === answer.field)
    if (field) form.setError(field, { message: answer.message }, { shouldFocus: true })
    const description = answer.message || t('Failed to send message. Please try again.')
    toast({ title: t('Error'), description, tone: 'destructive' })
  }

  return (
    <form
      className="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // Enter in a field submits even while the button is busy.
        if (!isSubmitting) void form.handleSubmit(send)(event)
      }}
    >
      {FIELDS.map(({ name, label, input, maxLength }) =>
        input ? (
          <Field
            key={name}
            label={t(label)}
            {...input}
            maxLength={maxLength}
            error={errors[name]?.message}
            {...form.register(name)}
          />
        ) : (
          <TextArea
            key={name}
            label={t(label)}
            rows={MESSAGE_ROWS}
            maxLength={maxLength}
            error={errors[name]?.message}
            {...form.register(name)}
          />
        ),
      )}
      <Button type="submit" variant="primary" size="lg" busy={isSubmitting ? t('Sending') : undefined}>
        <Send className="icon" aria-hidden="true" />
        {t(SEND)}
      </Button>
    </form>
  )
}

const resolver: Resolver<ContactMessage> = (values) => {
  const problems = Object.entries(contactProblems(values))
  if (problems.length === 0) return { values, errors: {} }
  return {
    values: {},
    errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }])),
  }
}
