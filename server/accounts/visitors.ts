import type { Context } from '../http/context.ts'
import type { FindBearer, FindVisitor } from '../http/plugins/access.ts'
import { findToken } from './personal-tokens.ts'
import { SESSION_LENGTH, sessionFinder } from './sessions.ts'
import { currentUser } from './users.ts'

/** Returns the function by which the gate of every route finds the account behind a cookie. */
export function visitors(context: Pick<Context, 'db' | 'config' | 'clock'>): FindVisitor {
  const find = sessionFinder(context)
  return async (token) => {
    const found = await find(token)
    if (found.kind !== 'open') return found
    const user = currentUser(found.user, context.config, context.clock.now())
    return {
      kind: 'open',
      account: { user, sessionId: found.session.id, state: found.state },
      renewed: found.renewed ? SESSION_LENGTH / 1000 : null,
    }
  }
}

/** Returns the function by which the gate of every route finds the account behind a personal token. */
export const bearers =
  (context: Pick<Context, 'db' | 'config' | 'clock'>): FindBearer =>
  async (token) => {
    const found = await findToken(context, token)
    if (!found) return null
    const user = currentUser(found.user, context.config, context.clock.now())
    return { account: { user, sessionId: found.token.id, state: found.state }, scopes: found.token.scopes }
  }
