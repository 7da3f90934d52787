import { type Actor, billing, brands, domains, identity, media, presets, studioPages } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import { presentPreset } from '../../presenters/share.ts'

/** Who somebody is here, and what she chose and bought: for `library.json`. Nothing in it opens anything. */
export async function exportedAccount(rpc: RpcClient, actor: Actor) {
  const [profile, mail, plan, watermark, brand, { domain }, kept, page] = await Promise.all([
    rpc.call(identity.getProfile, {}, actor),
    rpc.call(identity.getMailChoices, {}, actor),
    rpc.call(billing.getSubscription, {}, actor),
    rpc.call(media.getWatermark, {}, actor),
    rpc.call(brands.getBrand, {}, actor),
    rpc.call(domains.getDomain, {}, actor),
    rpc.call(presets.listPresets, {}, actor),
    rpc.call(studioPages.getStudioPage, {}, actor),
  ])
  const { displayName, email, timeZone, language } = profile
  return {
    profile: { id: actor.userId, display_name: displayName, email, time_zone: timeZone, language },
    mail: Object.fromEntries(mail.topics.map(({ topic, wanted }) => [topic, wanted])),
    plan: {
      ...{ tier: plan.tier, status: plan.status, storage_limit: plan.storageLimit, end_date: plan.endDate },
      cancel_at_period_end: plan.cancelAtPeriodEnd ?? false,
    },
    watermark: { has_image: watermark.image !== null, settings: watermark.config },
    studio: { name: brand.name, website: brand.website, accent: brand.accent },
    presets: kept.map(presentPreset),
    domain: domain && { host: domain.host, state: domain.state, verified_at: domain.verifiedAt },
    studio_page: {
      ...{ enabled: page.enabled, name: page.name, title: page.title, text: page.text },
      ...{ allow_indexing: page.allowIndexing, galleries: page.links.map(({ title }) => title) },
    },
  }
}
export type ExportedAccount = Awaited<ReturnType<typeof exportedAccount>>
