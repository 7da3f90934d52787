import { z } from 'zod'
import { role } from '../bus/define.ts'
import { FEATURES, subscriptionStatus, tier } from '../rules/plans.ts'

/** The user object of /api/auth/me, login and the administration (L-ENT-01, rule 31). */
export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  display_name: z.string().nullable(),
  role,
  subscription_tier: tier,
  subscription_status: subscriptionStatus,
  storage_used: z.number(),
  storage_limit: z.number(),
  last_login: z.string().nullable(),
  created_at: z.string(),
  must_change_password: z.boolean(),
})
export type User = z.infer<typeof user>
/** The account of the caller. `time_zone` and `language` determine how dates are displayed. Null: the setting of the browser. */
export const account = user.extend({ time_zone: z.string().nullable(), language: z.string().nullable() })
export type Account = z.infer<typeof account>

export const loginBody = z.object({ username: z.string().max(320), password: z.string().max(1000) })
export const loginAnswer = z.object({ user: account, message: z.string() })
/** POST /api/auth/change-password. Ends all other sessions and replaces the current one. */
export const changePasswordBody = z.object({
  current_password: z.string().max(1000),
  new_password: z.string().min(10, 'A password needs at least 10 characters.').max(200),
})
/** Paging parameters of lists in /api (rule 5). Query parameters are text. */
export const pagingQuery = z.object({ limit: z.string().optional(), offset: z.string().optional() })
export const success = z.object({
  success: z.literal(true),
  message: z.string().describe('Confirmation for people. The text may change, so do not parse it.'),
})

export const createUserBody = z.object({
  email: z.string(),
  password: z.string(),
  displayName: z.string().max(200).nullish(),
  role: role.default('user'),
  subscriptionTier: tier.default('professional'),
})
/** POST /api/admin/users (S-ADA-06). The password is not returned. */
export const createdUser = user.extend({ displayName: z.string().nullable(), subscriptionTier: tier })

export const generatedPassword = z.object({ password: z.string() })
export const temporaryPassword = z.object({ temporaryPassword: z.string() })

export const subscription = z.object({
  tier,
  tierName: z.string(),
  status: subscriptionStatus,
  price: z.number(),
  endDate: z
    .string()
    .nullable()
    .describe('Next payment date. If cancelAtPeriodEnd is true or the plan is already canceled: the end of the plan.'),
  cancelAtPeriodEnd: z.boolean(),
  graceUntil: z
    .string()
    .nullable()
    .describe('If the status is past_due: the end of the grace period, until which the plan still applies.'),
  managed: z.boolean().describe('Whether the payment provider manages this subscription. If so, it can be canceled.'),
  storage: z.object({
    used: z.number(),
    limit: z.number(),
    usedFormatted: z.string(),
    limitFormatted: z.string(),
    percentage: z.number(),
  }),
  features: z.array(z.enum(FEATURES)),
  apiTier: tier.describe('The lowest plan with api_access on this installation.'),
  limits: z.object({
    canUseWatermarks: z.boolean(),
    canUseBatchRename: z.boolean(),
    canUseAnalytics: z.boolean(),
    canUseCustomDomain: z.boolean(),
  }),
})
export type Subscription = z.infer<typeof subscription>
export const subscriptionConfig = z.object({
  configured: z.boolean(),
  publishableKey: z.string().nullable(),
  testMode: z.boolean(),
})
export type SubscriptionConfig = z.infer<typeof subscriptionConfig>
export const subscriptionUsage = z.object({
  images: z.object({ count: z.number() }),
  albums: z.object({ count: z.number(), limit: z.number().nullable() }),
  shares: z.object({ count: z.number() }),
})
export type SubscriptionUsage = z.infer<typeof subscriptionUsage>
export const tierBody = z.object({ tier })

/** GET /api/analytics (S-SUB-13..15). Sizes are bytes. */
export const accountAnalytics = z.object({
  totalPhotos: z.number(),
  totalStorage: z.number(),
  totalAlbums: z.number(),
  activeShares: z.number(),
  favoritePhotos: z.number(),
  totalTags: z.number(),
  breakdown: z.object({ originals: z.number(), small: z.number(), medium: z.number(), large: z.number() }),
  recentActivity: z.object({
    lastUpload: z.string().nullable(),
    photosThisWeek: z.number(),
    photosThisMonth: z.number(),
  }),
})
export type AccountAnalytics = z.infer<typeof accountAnalytics>
export const health = z.object({
  ok: z.boolean().describe('Whether the service is available.'),
  status: z.string().describe('Explanation for people.'),
})
export const liveness = z.object({ ok: z.literal(true) })
export const readiness = z.object({ ok: z.boolean() })
export const version = z.object({ version: z.string() })
/** Body of every error response of /api, /v1 and /media (rule 3). `error` and `message` have the same text. */
export const errorAnswer = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  request_id: z.string(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>

/**
 * POST /api/subscription/checkout (S-SUB-08). `checkoutUrl`: payment page of the payment provider, which the browser opens. Null in test
 * mode, where the browser calls update-tier instead, and if an existing subscription was changed without a payment page (`changed`).
 */
export const checkoutAnswer = z.object({
  checkoutUrl: z.string().nullable(),
  testMode: z.boolean(),
  changed: z.boolean(),
})
/** POST /api/subscription/portal (S-SUB-10). */
export const portalAnswer = z.object({ portalUrl: z.string().nullable() })

/** An invoice in GET /api/subscription/invoices, which returns the newest first. */
export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string(),
  date: z.string(),
  total: z.number().describe('Amount in the smallest unit of the currency, taxes included.'),
  currency: z.string(),
  url: z.string().nullable(),
  pdf: z.string().nullable(),
})
export type Invoice = z.infer<typeof invoice>
