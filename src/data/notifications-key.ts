/** In localStorage: `true` or `false`; absent means off (specification, sections 3 and 4). */
export const NOTIFICATIONS_KEY = 'notifications-enabled'
