/** A try to do something that must not be done twice, and the Idempotency-Key it went under. */
export interface Attempt<Body> {
  body: Body
  key: string
}

/** The same goes out under the same key as `before`: an answer that was lost may have been a yes. */
export const attemptOf = <Body>(body: Body, before: Attempt<Body> | null, newKey: () => string): Attempt<Body> =>
  before && JSON.stringify(before.body) === JSON.stringify(body) ? before : { body, key: newKey() }
