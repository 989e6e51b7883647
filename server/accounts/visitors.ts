import type { Context } from '../http/context.ts'
import type { FindVisitor } from '../http/plugins/access.ts'
import { findSession, SESSION_LENGTH } from './sessions.ts'
import { currentUser } from './users.ts'

/** Returns the function by which the gate of every route finds the account behind a cookie. */
export const visitors =
  (context: Pick<Context, 'db' | 'config' | 'clock'>): FindVisitor =>
  async (token) => {
    const found = await findSession(context, token)
    if (found.kind !== 'open') return found
    const user = currentUser(found.user, context.config, context.clock.now())
    return {
      kind: 'open',
      account: { user, sessionId: found.session.id },
      renewed: found.renewed ? SESSION_LENGTH / 1000 : null,
    }
  }
