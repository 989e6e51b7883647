import { PAGES } from '#domain/protocol/pages.ts'
import { Link } from '#src/ui/Link.tsx'

/** The way to what nobody has to wait for: whoever may not use Dosewell still owns the account. */
export function AccountLink() {
  return (
    <p className="small">
      <Link to={PAGES.settings}>Your account</Link> <span className="quiet">Download what is in it, or delete it.</span>
    </p>
  )
}
