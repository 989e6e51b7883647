/** An attempt at something that must not happen twice, with the Idempotency-Key it was sent under. */
export interface Attempt<Body> {
  body: Body
  key: string
}

/** Reuses the key of `before` for the same body: if the answer was lost, the request may have succeeded. */
export const attemptOf = <Body>(body: Body, before: Attempt<Body> | null, newKey: () => string): Attempt<Body> =>
  before && JSON.stringify(before.body) === JSON.stringify(body) ? before : { body, key: newKey() }
