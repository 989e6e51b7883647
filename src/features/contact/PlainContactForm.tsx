import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { FIELDS, MESSAGE_ROWS, SEND } from './contact-fields.ts'

/** The form on a visitor's page, which has no script: the server answers it with a page (server/contact/routes.ts). */
export function PlainContactForm() {
  return (
    <form className="card stack" method="post" action="/api/contact" noValidate>
      {FIELDS.map(({ name, label, input, maxLength }) =>
        input ? (
          <Field key={name} id={name} name={name} label={t(label)} {...input} maxLength={maxLength} />
        ) : (
          <TextArea key={name} id={name} name={name} label={t(label)} rows={MESSAGE_ROWS} maxLength={maxLength} />
        ),
      )}
      <Button type="submit" variant="primary" size="lg">
        {t(SEND)}
      </Button>
    </form>
  )
}
