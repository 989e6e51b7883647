/** Sent with every sync request: the user it is for. Answered with every answer: the user it is about (docs/sync-spec.md, S8). */
export const USER_HEADER = 'dosewell-user'
/** Answered: the user's commit sequence at the time of the answer. */
export const SEQ_HEADER = 'dosewell-seq'
/**
 * Answered: the epoch of the account's data. A restored database starts a new one. Sent once a device knows one: a request
 * of another epoch is answered 409 `new_epoch` before any effect (S11.2).
 */
export const EPOCH_HEADER = 'dosewell-epoch'
/** Answered beside 409 `new_epoch`: the highest commit that the epoch before it and this one have in common. */
export const RESTORED_SEQ_HEADER = 'dosewell-restored-seq'
/** Sent and answered: the protocol version a side speaks. */
export const PROTOCOL_HEADER = 'dosewell-protocol'
/** Sent with every write: the same key is the same write. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** Raised when an old client could misread what a new server says. An older client is answered 426. */
export const PROTOCOL_VERSION = 1
