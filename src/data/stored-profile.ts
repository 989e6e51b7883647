import type { CurrentUser, Profile } from '#domain/records/user.ts'

/**
 * What this device knows of the profile beyond the user it starts with, who comes from the last answer to GET
 * /api/auth/user here.
 */
export interface StoredProfile {
  /** What the server last returned for this device's commands and after change notifications; empty before that. */
  base: Partial<Profile>
  /** Base plus waiting commands. */
  view: Partial<Profile>
}

/** Returns the user as they should see themselves and be planned for: with everything they changed on this device. */
export const withProfile = (user: CurrentUser, profile: StoredProfile | null | undefined): CurrentUser =>
  profile ? { ...user, ...profile.view } : user
