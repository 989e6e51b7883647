import { useLocation } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { Link } from '#src/ui/Link.tsx'
import { currentOf, NAVIGATION } from './navigation.ts'

/** The main navigation on phones, within reach of a thumb. */
export function BottomBar() {
  const { pathname } = useLocation()
  return (
    <nav className="bar" aria-label={t('Main, bottom')}>
      <ul>
        {NAVIGATION.map((entry) => (
          <li key={entry.to}>
            <Link to={entry.to} aria-current={currentOf(entry, pathname)}>
              <span className="bar__icon">
                <entry.icon className="icon" aria-hidden="true" />
              </span>
              {t(entry.label)}
              {entry.unseen ? <span className="sr"> {t(entry.unseen)}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
