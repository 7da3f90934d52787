import type { http, UserView } from '@daymark/contracts'

/** L-ENT-01. White-listed: nothing that identity adds later gets out by itself. */
export function presentUser(user: UserView): http.User {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    display_name: user.displayName,
    role: user.role,
    subscription_tier: user.tier,
    subscription_status: user.subscriptionStatus,
    storage_used: user.storageUsed,
    storage_limit: user.storageLimit,
    last_login: user.lastLogin,
    created_at: user.createdAt,
    must_change_password: user.mustChangePassword,
  }
}

/** For the person whose account it is. */
export const presentAccount = (user: UserView): http.Account => ({
  ...presentUser(user),
  time_zone: user.timeZone,
  language: user.language,
})
