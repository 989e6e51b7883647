import { SIGN_OUT_PATH } from '#domain/protocol/sign-in-address.ts'
import { isLogoutPending } from '#src/data/device-store.ts'

/** A server that has not answered by now (ms) counts as unreachable; the sign-out is repeated when it is back. */
const ANSWER_LIMIT = 8000

/**
 * Returns the answer to a navigation to /api/logout unchanged; null if there is none, or one that means the server is
 * unreachable. A refusal counts as an answer, whoever sent it: otherwise any page could get this device wiped with an
 * address that the server refuses. The request is sent unchanged: any option given here would turn the navigation into
 * another kind of request.
 */
export async function serverAnswer(request: Request): Promise<Response | null> {
  const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_LIMIT))
  const answer = await Promise.race([fetch(request).catch(() => null), limit])
  return answer && answer.status < 500 ? answer : null
}

/**
 * Answers a navigation to the sign-in, after completing any pending sign-out on the server: the session still open
 * there would take the user straight back, past the page that asks who they are. Whether the session has now ended
 * shows in the cookie, which a page can check and this code cannot read.
 */
export async function answerLogin(request: Request): Promise<Response> {
  if (await isLogoutPending()) {
    const options = { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_LIMIT) } as const
    await fetch(SIGN_OUT_PATH, options).catch(() => null)
  }
  return fetch(request)
}
