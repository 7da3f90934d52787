import {
  type Actor,
  errors,
  library,
  type LinkView,
  media,
  presets,
  type PresetView,
  sharing,
} from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { linkTags } from '../../cache/event-tags.ts'
import { ActiveVisitorDownloads } from '../../media/visitors/active-visitor-downloads.ts'
import { parseEndDate } from '../../routing/parameters.ts'
import { MailFacts } from '../mail-facts.ts'
import type { LinkSettings } from './link-settings.ts'

/**
 * Share links of an owner, for the web application and the public API. Changes also update caches and running downloads of this gateway.
 */
@Injectable()
export class ShareLinks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly downloads: ActiveVisitorDownloads,
    private readonly mail: MailFacts,
    private readonly caches: Caches,
  ) {}

  /** The library service checks that the caller owns the album, and throws ALBUM_NOT_FOUND otherwise. */
  async createForAlbum(id: string, settings: LinkSettings, actor: Actor): Promise<LinkView> {
    const { album } = await this.rpc.call(library.getAlbum, { id, limit: 0, offset: 0 }, actor)
    const albumFields = { albumId: album.id, albumTitle: album.title, albumVersion: album.version }
    return this.rpc.call(sharing.createLink, { ...albumFields, ...settings }, actor)
  }

  async update(id: string, settings: LinkSettings, actor: Actor): Promise<LinkView> {
    const byMail = settings.firstLook ? await this.mail.isSetUp() : undefined
    const link = await this.rpc.call(
      sharing.updateLink,
      { id, byMail, ...(await this.withWatermarkRevision(settings, actor)) },
      actor,
    )
    this.invalidate(link.id, actor)
    if (link.active) this.downloads.check(link.id)
    else this.downloads.end(link.id)
    return link
  }

  async revoke(id: string, actor: Actor): Promise<LinkView> {
    const link = await this.rpc.call(sharing.revokeLink, { id }, actor)
    this.close(link.id, actor)
    return link
  }

  /** Completes a first look. `notified` is the number of emails to subscribers. */
  async complete(id: string, actor: Actor): Promise<{ link: LinkView; notified: number }> {
    return this.rpc.call(sharing.completeLink, { id, byMail: await this.mail.isSetUpNow() }, actor)
  }

  async remove(id: string, actor: Actor): Promise<void> {
    await this.rpc.call(sharing.deleteLink, { id }, actor)
    this.close(id, actor)
  }

  /** Adds the revision of the watermark, so that the sharing service waits until it has applied an image that was uploaded a moment ago. */
  async withWatermarkRevision(settings: LinkSettings, actor: Actor): Promise<LinkSettings> {
    if (!settings.watermark) return settings
    const { revision: watermarkRevision } = await this.rpc.call(media.getWatermark, {}, actor)
    return { ...settings, watermarkRevision }
  }

  /** This gateway invalidates its caches immediately; other replicas do so when they receive the event. */
  private close(linkId: string, actor: Actor): void {
    this.invalidate(linkId, actor)
    this.downloads.end(linkId)
  }

  private invalidate(linkId: string, { userId }: Actor): void {
    this.caches.invalidate(linkTags({ linkId, ownerId: userId }))
  }
}

const DAY_MS = 24 * 60 * 60_000

/** Creates the settings of a new link from a preset. */
@Injectable()
export class PresetLinks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
  ) {}

  /**
   * Explicit settings override the preset. Throws PRESET_NOT_FOUND, or PASSWORD_WANTED if the preset requires a password and none is given.
   */
  async apply(
    presetId: string | undefined,
    explicit: LinkSettings,
    actor: Actor,
  ): Promise<{ settings: LinkSettings; leftOut: PresetView['leftOut'] }> {
    if (presetId === undefined) return { settings: explicit, leftOut: [] }
    const preset = await this.rpc.call(presets.getPreset, { id: presetId }, actor)
    if (preset.askPassword && !explicit.password) throw errors.PASSWORD_WANTED()
    const explicitSettings = Object.fromEntries(Object.entries(explicit).filter(([, value]) => value !== undefined))
    return {
      settings: { ...preset.settings, ...this.expiry(preset), ...explicitSettings },
      leftOut: preset.leftOut.filter(({ setting }) => !(setting in explicitSettings)),
    }
  }

  /** A link expires at the end of the day, as with all dates without a time (rule 34). */
  private expiry({ expiresAfterDays: days }: PresetView): LinkSettings {
    if (days === null) return {}
    const day = new Date(this.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
    return { expiresAt: parseEndDate('expires_at', day) }
  }
}
