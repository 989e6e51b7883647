import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface NoticeProps {
  /**
   * Without a tone it informs (sky); due warns (amber); missed is a problem (coral); taken is good news; plain is sand.
   */
  tone?: 'due' | 'missed' | 'taken' | 'plain' | undefined
  icon: ReactNode
  /** One bold sentence. */
  title?: ReactNode
  /** One plain sentence. */
  children?: ReactNode
  /** At most one button. */
  action?: ReactNode
  className?: string | undefined
  /** 'alert' if it appears in response to the user, 'status' if it appears on its own. */
  role?: 'alert' | 'status' | undefined
}

/** States a fact in place. */
export function Notice({ tone, icon, title, children, action, className, role }: NoticeProps) {
  return (
    <div className={classNames('notice', className)} data-tone={tone} role={role}>
      {icon}
      <div className="grow">
        {title ? (
          <p>
            <strong>{title}</strong>
          </p>
        ) : null}
        {children ? <div className="small">{children}</div> : null}
      </div>
      {action}
    </div>
  )
}
