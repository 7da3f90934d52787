import { PLANS, type Tier } from './plans.ts'

/** Account number for support: the end of the account id in groups of four. */
export const accountNumber = (userId: string): string =>
  userId
    .slice(-12)
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1-')

type SupportAccount = { userId: string; tier: Tier }
const fillPlaceholders = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(plan|account)\}/g, (_, name: string) => values[name] ?? '')

/** Replaces `{plan}` and `{account}` in the template. Other text in braces does not change. */
export const supportSubject = (template: string, { userId, tier }: SupportAccount): string =>
  fillPlaceholders(template, { plan: PLANS[tier].name, account: accountNumber(userId) })
/** Like `supportSubject`, but in lower case for email addresses. */
export const supportAddress = (template: string, { userId, tier }: SupportAccount): string =>
  fillPlaceholders(template, { plan: tier, account: accountNumber(userId).toLowerCase() })
