import { PLANS, type Tier } from './plans.ts'

/** Account number for support: the end of the account id in groups of four. */
export const accountNumber = (userId: string): string =>
  userId
    .slice(-12)
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1-')

type Account = { userId: string; tier: Tier }
const filled = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(plan|account)\}/g, (_, name: string) => values[name] ?? '')

/** Fills `{plan}` and `{account}`; what else stands in braces stays. */
export const supportSubject = (template: string, { userId, tier }: Account): string =>
  filled(template, { plan: PLANS[tier].name, account: accountNumber(userId) })
/** The same in small letters, as they stand in an address. */
export const supportAddress = (template: string, { userId, tier }: Account): string =>
  filled(template, { plan: tier, account: accountNumber(userId).toLowerCase() })
