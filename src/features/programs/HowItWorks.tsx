import { t } from '#domain/language/translate.ts'
import { Fold } from '#src/ui/Fold.tsx'
import { RichText } from '#src/ui/RichText.tsx'

/** What a token is and what it does not open, with the way to the description of every call. */
export function HowItWorks() {
  return (
    <>
      <Fold sunken title={t('How it works')}>
        <div className="stack small">
          <p>
            {t(
              'A token is a long secret word. Anyone who has it can do what you allowed and nothing else: no documents, no account, no payments. Give each program one of its own.',
            )}
          </p>
          <p>
            <RichText
              text={t('A program sends it with each request as <code>Authorization: Bearer</code> and the token.')}
              tags={{ code: (part) => <code translate="no">{part}</code> }}
            />
          </p>
          <p>
            {t(
              'A token ends when you end it here, when you sign out all other devices, and when you delete your account.',
            )}
          </p>
        </div>
      </Fold>
      <p className="small">
        <a className="link-alone" href="/api/docs">
          {t('Every call, for developers')}
        </a>
      </p>
    </>
  )
}
