import { NavLink } from 'react-router-dom'
import { NAVIGATION } from './navigation.ts'

/** The main navigation of phones, in reach of a thumb. NavLink marks the current page (`aria-current`). */
export function BottomBar() {
  return (
    <nav className="bar" aria-label="Main, bottom">
      <ul>
        {NAVIGATION.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/'}>
              <span className="bar__icon">
                <Icon className="icon" aria-hidden="true" />
              </span>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
