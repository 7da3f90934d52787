import {
  computeAccent,
  type Brand,
  challengeName,
  type CreatedWebhookView,
  type DeliveryDetailView,
  type DeliveryView,
  type DomainSettings,
  entitlementOf,
  featuresForApiTier,
  formatBytes,
  gracePeriodEnd,
  type http,
  type InvoiceView,
  type MailChoicesView,
  type Output,
  type PasskeyView,
  PLANS,
  type ProfileView,
  type Rendition,
  routes,
  type security,
  type SessionView,
  toStudioLogo,
  type SubscriptionView,
  type Tier,
  type TokenView,
  type UserView,
  type WatermarkView,
  type WebhookView,
} from '@daymark/contracts'
import type { StudioBrand } from '../cache/caches.ts'

export const presentBrand = ({ name, website, accent }: Brand, logo: Rendition | null): http.BrandSettings => ({
  name,
  website,
  accent,
  logo_url: logo && `${routes.getBrandLogo.path}?v=${toStudioLogo(logo).version}`,
})

/** The brand for visitors. `logoReference` is the link or studio in the URL of the logo. */
export const presentPublicBrand = (
  { name, website, accent, logo }: StudioBrand,
  logoReference: { token: string } | { studio: string },
): http.PublicBrand => ({
  name,
  website,
  accent: accent === null ? null : computeAccent(accent),
  logo: logo && {
    url: `${routes.getSharedLogo.path}?${new URLSearchParams({ ...logoReference, v: toStudioLogo(logo).version }).toString()}`,
    width: logo.width,
    height: logo.height,
  },
})

/** Includes the two DNS records that the owner has to create. */
export function presentDomain({ target, domain }: DomainSettings): http.DomainSettings {
  const available = target !== null
  if (!domain) return { available, domain: null }
  const { host, challenge, state, serves, problem, found } = domain
  return {
    available,
    domain: {
      host,
      state,
      serves,
      problem,
      records: [
        { type: 'CNAME', name: host, value: target ?? '', found: found && found.cname },
        { type: 'TXT', name: challengeName(host), value: challenge, found: found && found.txt },
      ],
      checked_at: domain.checkedAt,
      verified_at: domain.verifiedAt,
    },
  }
}

export const presentInvoice = ({
  id,
  number,
  status,
  createdAt,
  total,
  currency,
  url,
  pdf,
}: InvoiceView): http.Invoice => ({
  id,
  number,
  status,
  total,
  currency,
  url,
  pdf,
  date: createdAt,
})

export const presentProfile = (view: ProfileView): http.Profile => ({
  display_name: view.displayName,
  username: view.username,
  email: view.email,
  pending_email: view.pendingEmail,
  time_zone: view.timeZone,
  language: view.language,
  mail_set_up: view.mailSetUp,
})

export const presentSession = (view: SessionView): http.Session => ({
  id: view.id,
  device: view.device,
  address: view.address,
  created_at: view.createdAt,
  last_used_at: view.lastSeenAt,
  is_current: view.isCurrent,
})

export const presentMailChoices = ({ isSetUp, topics }: MailChoicesView): http.MailChoices => ({
  mail_set_up: isSetUp,
  topics: topics.map(({ topic, wanted }) => ({ topic, wanted })),
})

/** Lists the fields explicitly, so that keys and ids of credentials stay internal. */
export const presentPasskey = (passkey: PasskeyView): http.Passkey => ({
  id: passkey.id,
  name: passkey.name,
  created_at: passkey.createdAt,
  last_used_at: passkey.lastUsedAt,
  synced: passkey.synced,
  may_be_copied: passkey.mayBeCopied,
})

export const presentSecurity = (
  { secondStepSince, recoveryCodesLeft, passkeys }: Output<typeof security.getSecurity>,
  passkeyAddress: string | null,
): http.AccountSecurity => ({
  second_step: {
    enabled: secondStepSince !== null,
    enabled_at: secondStepSince,
    recovery_codes_left: recoveryCodesLeft,
  },
  passkeys: passkeys.map(presentPasskey),
  passkey_address: passkeyAddress,
})

type SubscriptionUsage = { used: number; apiTier: Tier; now: Date }

/** S-SUB-01. Shows the plan that was bought, and the features and limits that apply now (rule 10). */
export function presentSubscription(
  subscription: SubscriptionView,
  { used, apiTier, now }: SubscriptionUsage,
): http.Subscription {
  const { name, price } = PLANS[subscription.tier]
  const entitlement = entitlementOf(subscription, now)
  const { features, storageLimit: limit } = entitlement
  return {
    tier: subscription.tier,
    tierName: name,
    status: subscription.status,
    price,
    endDate: subscription.endDate,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd ?? false,
    graceUntil: gracePeriodEnd(subscription)?.toISOString() ?? null,
    managed: subscription.managed ?? false,
    storage: {
      used,
      limit,
      usedFormatted: formatBytes(used),
      limitFormatted: formatBytes(limit),
      percentage: storagePercentage(used, limit),
    },
    features: [...featuresForApiTier(apiTier, entitlement)],
    apiTier,
    limits: {
      canUseWatermarks: features.includes('watermarks'),
      canUseBatchRename: features.includes('batch_rename'),
      canUseAnalytics: features.includes('advanced_analytics'),
      canUseCustomDomain: features.includes('custom_domain'),
    },
  }
}

/** Rounded up to two decimals, so that a library just above a boundary of the storage bar stays above it (rule 54). */
const storagePercentage = (used: number, limit: number): number =>
  limit > 0 ? Math.ceil((used / limit) * 10_000) / 100 : 100

/**
 * rule 45: the response contains each name in snake_case and camelCase. Lists the fields explicitly, so that the hash of the token stays
 * internal.
 */
export const presentToken = ({ id, name, scopes, prefix, ...times }: TokenView): http.v1.Token => ({
  id,
  name,
  scopes,
  prefix,
  token_prefix: prefix,
  expiresAt: times.expiresAt,
  expires_at: times.expiresAt,
  lastUsedAt: times.lastUsedAt,
  last_used_at: times.lastUsedAt,
  created_at: times.createdAt,
})

/** L-ENT-01. Lists the fields explicitly, so that new fields of the identity service stay internal. */
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

/** The user's own account. */
export const presentAccount = (user: UserView): http.Account => ({
  ...presentUser(user),
  time_zone: user.timeZone,
  language: user.language,
})

type Webhook = http.v1.Webhook
type CreatedWebhook = Webhook & { secret: string }

/** S-HOOK-02. Without the secret of the webhook. */
export function presentWebhook(view: WebhookView): Webhook {
  const { id, url, events, active, disabledReason, createdAt, updatedAt } = view
  return { id, url, events, active, disabled_reason: disabledReason, created_at: createdAt, updated_at: updatedAt }
}
/** The only response that contains the secret. */
export const presentCreatedWebhook = (view: CreatedWebhookView): CreatedWebhook => ({
  ...presentWebhook(view),
  secret: view.secret,
})

export const presentDelivery = (view: DeliveryView): http.v1.Delivery => ({
  id: view.id,
  type: view.type,
  status: view.status,
  attempts: view.attempts,
  response_status: view.responseStatus,
  error: view.error,
  duration_ms: view.durationMs,
  created_at: view.createdAt,
  attempted_at: view.attemptedAt,
  next_attempt_at: view.nextAttemptAt,
})
export const presentDeliveryDetail = (view: DeliveryDetailView): http.v1.DeliveryDetail => ({
  ...presentDelivery(view),
  request: view.request,
  response: view.response,
})

/** The URL of the preview changes with the image, so that browsers do not show a cached image. */
export function presentWatermark({ image, config }: WatermarkView): http.WatermarkSettings {
  const previewUrl = image && `/api/settings/watermark/image?v=${image.sha256.slice(0, 16)}`
  return { exists: image !== null, previewUrl, config }
}
