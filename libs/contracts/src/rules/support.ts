import { PLANS, type Tier } from './plans.ts'

/** Returns the account number for support: the last 12 characters of the user id in groups of four. */
export const accountNumber = (userId: string): string =>
  userId
    .slice(-12)
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1-')

type SupportRequester = { userId: string; tier: Tier }
const fillPlaceholders = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(plan|account)\}/g, (_, name: string) => values[name] ?? '')

/** Returns the subject of support emails: the template with `{plan}` and `{account}` replaced. Other text in braces does not change. */
export const supportSubject = (template: string, { userId, tier }: SupportRequester): string =>
  fillPlaceholders(template, { plan: PLANS[tier].name, account: accountNumber(userId) })
/** Returns the support address: as `supportSubject`, but with values in lower case, because the values become part of an email address. */
export const supportAddress = (template: string, { userId, tier }: SupportRequester): string =>
  fillPlaceholders(template, { plan: tier, account: accountNumber(userId).toLowerCase() })
