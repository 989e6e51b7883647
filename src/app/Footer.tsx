import { PAGES } from '#domain/protocol/pages.ts'
import { Link } from '#src/ui/Link.tsx'

export function Footer() {
  return (
    <footer className="foot">
      <div className="foot__in">
        <p>Dosewell records, reminds and shows your label’s own words. It gives no dosing advice.</p>
        <nav aria-label="Footer">
          <ul>
            <li>
              <Link to={PAGES.contact}>Contact</Link>
            </li>
            <li>
              <Link to={PAGES.privacy}>Privacy</Link>
            </li>
            <li>
              <Link to={PAGES.terms}>Terms</Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
