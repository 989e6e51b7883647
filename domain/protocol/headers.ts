/**
 * Sent with every sync request: the user it is for. Returned in every response: the user it is about
 * (docs/sync-spec.md, S8).
 */
export const USER_HEADER = 'dosewell-user'
/**
 * Sent by devices that know several people: the account that has to be signed in. With it, the user header names the
 * person whose data it is. Returned in every response to a signed-in request: the account that asked (S14.2).
 */
export const ACCOUNT_HEADER = 'dosewell-account'
/** Returned: the user's commit sequence at the time of the response. */
export const SEQ_HEADER = 'dosewell-seq'
/**
 * Returned: the epoch of the account's data; a restored database starts a new one. Sent once a device knows one: a
 * request from another epoch gets 409 `new_epoch` before it has any effect (S11.2).
 */
export const EPOCH_HEADER = 'dosewell-epoch'
/** Returned with 409 `new_epoch`: the highest commit that this epoch and the previous one have in common. */
export const RESTORED_SEQ_HEADER = 'dosewell-restored-seq'
/** Sent and returned: the protocol version that each side speaks. */
export const PROTOCOL_HEADER = 'dosewell-protocol'
/** Sent with every write: the same key means the same write. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** Raised if an old client could misread a newer server's responses. An older client gets 426. */
export const PROTOCOL_VERSION = 1
