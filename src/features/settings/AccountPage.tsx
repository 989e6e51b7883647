import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { SignedInDevices } from './SignedInDevices.tsx'
import { YourData } from './YourData.tsx'

/** /settings for a user behind the age and consent gate: what they may still do with the account. */
export function AccountPage({ onAccountGone }: { onAccountGone: () => Promise<void> }) {
  return (
    <div className="page page--narrow">
      <PageHead
        title={t('Your account')}
        action={
          <ButtonLink variant="plain" to={PAGES.home}>
            {t('Back')}
          </ButtonLink>
        }
      />
      <div className="stack settings">
        <SignedInDevices />
        <YourData />
        <DeleteAccount onGone={onAccountGone} />
      </div>
    </div>
  )
}
