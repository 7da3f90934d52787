import { formatBytes, type http, PLANS, type Role, type Tier } from '@daymark/contracts'
import type { Tone } from '../frame/card.tsx'

export const ROLE_NAMES: Record<Role, string> = { user: 'User', admin: 'Admin', super_admin: 'Super Admin' }
export const ROLE_CHOICES = Object.entries(ROLE_NAMES) as [Role, string][]

/** S-ADM-04, rule 6: the plans with the storage limit that an administrator grants with each. */
export const TIER_CHOICES = Object.values(PLANS).map(({ tier, name, grantedStorageLimit }): [Tier, string] => [
  tier,
  `${name} (${formatBytes(grantedStorageLimit)})`,
])

export const STATE_LABELS: Record<http.AccountState, { name: string; tone: Tone }> = {
  active: { name: 'Active', tone: 'good' },
  invited: { name: 'Invited', tone: 'plain' },
  suspended: { name: 'Suspended', tone: 'caution' },
  deleting: { name: 'Being deleted', tone: 'warning' },
}
export const STATE_CHOICES = Object.entries(STATE_LABELS).map(([state, { name }]) => [state, name] as const)

/** Returns the display name of a user, or else the email address. */
export const userName = ({ display_name, email }: Pick<http.AdminUser, 'display_name' | 'email'>) =>
  display_name || email
