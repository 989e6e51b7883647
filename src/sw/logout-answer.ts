import { isLogoutPending } from '#src/data/device-store.ts'

export const LOGOUT_PATH = '/api/logout'
export const LOGIN_PATH = '/api/login'

/** A server that has not answered by now (ms) is as good as none; the sign-out is repeated when it is back. */
const ANSWER_LIMIT = 8000

/**
 * The answer to a navigation to /api/logout, as it came; null when there is none, or one that stands for a server out
 * of reach. A refusal is an answer, whoever gave it: else any page could have this device wiped by an address that the
 * server refuses. The request goes out as it came: any option given here would turn the navigation into another kind of
 * request.
 */
export async function serverAnswer(request: Request): Promise<Response | null> {
  const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_LIMIT))
  const answer = await Promise.race([fetch(request).catch(() => null), limit])
  return answer && answer.status < 500 ? answer : null
}

/**
 * Answers a navigation to the sign-in, after the sign-out that the server is owed: the session it could not end would
 * take the person back, past the page that asks who they are. Whether it has ended now a page sees by the cookie;
 * nothing here can read it.
 */
export async function answerLogin(request: Request): Promise<Response> {
  if (await isLogoutPending()) {
    const options = { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_LIMIT) } as const
    await fetch(LOGOUT_PATH, options).catch(() => null)
  }
  return fetch(request)
}
