import { Crown, KeyRound, Trash2 } from 'lucide-react'
import { isPremium } from '#domain/access/plan.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { AdminUser } from '#domain/protocol/admin.ts'
import { displayNameOf } from '#domain/records/user.ts'
import { useSession } from '#src/session/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { signupText } from './admin-text.ts'

interface UserRowProps {
  user: AdminUser
  onReset(): void
  onDelete(): void
}

/** One account: the user, the plan, since when, and what can be done to it. */
export function UserRow({ user, onReset, onDelete }: UserRowProps) {
  const { zone } = useSession()
  const name = displayNameOf(user)
  return (
    <li className="usr">
      <span className="usr__who">
        <strong>{name}</strong>
        {name === user.email ? null : <span className="list__sub">{user.email}</span>}
      </span>
      <span className="usr__meta">
        <span>
          {isPremium(user) ? (
            <Badge state="premium" icon={<Crown className="icon" aria-hidden />}>
              {t('Premium')}
            </Badge>
          ) : (
            <Badge>{t('Free')}</Badge>
          )}
        </span>
        <span className="quiet small">{signupText(user.createdAt, zone)}</span>
      </span>
      <span className="usr__act">
        <Tooltip text={t('Reset password')}>
          <Button iconOnly aria-label={t('Reset password of {name}', { name })} onClick={onReset}>
            <KeyRound className="icon" aria-hidden />
          </Button>
        </Tooltip>
        <Tooltip text={t('Delete user')}>
          <Button
            iconOnly
            className="usr__delete"
            aria-label={t(msg('Delete {name}', 'an account'), { name })}
            onClick={onDelete}
          >
            <Trash2 className="icon" aria-hidden />
          </Button>
        </Tooltip>
      </span>
    </li>
  )
}
