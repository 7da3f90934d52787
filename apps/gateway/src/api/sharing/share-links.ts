import {
  type Actor,
  AppError,
  errors,
  identity,
  type Input,
  library,
  linkFields,
  type LinkView,
  media,
  presets,
  type PresetView,
  readFields,
  sharing,
  DAY_MS,
} from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { linkTags } from '../../cache/event-tags.ts'
import { ActiveVisitorDownloads } from '../../media/visitors/active-visitor-downloads.ts'
import { isBareDate, parseEndDate, parseTimeZone } from '../../routing/parameters.ts'
import { MailAvailability } from '../installation.controllers.ts'

/** Settings of a link. An undefined setting keeps its value, or gets its default value in a new link. */
export type LinkSettings = Omit<Input<typeof sharing.updateLink>, 'id'>

/** Converts an empty text to null, which removes the value. Undefined (no change) stays undefined. */
export const emptyToNull = (value: string | null | undefined): string | null | undefined =>
  value === '' ? null : value

type ExpiryFields = { expires_at?: string | null | undefined; time_zone?: string | undefined }

/**
 * Adds the time zone in which an expiry date without a time ends: that of the request, else of the owner's settings, else of their browser,
 * else UTC (rule 34).
 */
export async function withOwnerTimeZone<B extends ExpiryFields>(rpc: RpcClient, body: B, actor: Actor): Promise<B> {
  if (body.time_zone !== undefined || !body.expires_at || !isBareDate(body.expires_at)) return body
  const { timeZone, browserZone } = await rpc.call(identity.getProfile, {}, actor)
  const zone = timeZone ?? browserZone
  return zone ? { ...body, time_zone: zone } : body
}

export function parseExpiry({ expires_at: at, time_zone: zone }: ExpiryFields) {
  const timeZone = parseTimeZone('time_zone', zone)
  const date = emptyToNull(at)
  return date && parseEndDate('expires_at', date, timeZone)
}

/** The settings that the body of a request of /api or /v1 contains. */
export const readLinkSettings = (
  view: 'api' | 'v1',
  body: Partial<Record<string, unknown>> & ExpiryFields & { password?: string | null | undefined },
): LinkSettings => ({
  ...readFields(linkFields, view, body),
  expiresAt: parseExpiry(body),
  password: emptyToNull(body.password),
})

/**
 * Finds the albums that have an active link. While the sharing service is unavailable, it finds none, so that albums can still be
 * displayed.
 */
@Injectable()
export class SharedAlbums {
  constructor(private readonly rpc: RpcClient) {}

  async findAll(actor: Actor): Promise<Set<string>> {
    const { sharedAlbumIds } = await this.rpc
      .call(sharing.countLinks, {}, actor)
      .catch(fallbackIfUnavailable({ sharedAlbumIds: [] }))
    return new Set(sharedAlbumIds)
  }

  async findAmong(albumIds: string[], actor: Actor): Promise<Set<string>> {
    if (albumIds.length === 0) return new Set()
    const sharedAlbums = await this.rpc
      .call(sharing.findShared, { albumIds }, actor)
      .catch(fallbackIfUnavailable({ albumIds: [] }))
    return new Set(sharedAlbums.albumIds)
  }

  async has(albumId: string, actor: Actor): Promise<boolean> {
    return (await this.findAmong([albumId], actor)).has(albumId)
  }
}

const fallbackIfUnavailable =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (error instanceof AppError && error.status === 503) return fallback
    throw error
  }

/**
 * Share links of an owner, for the web application and the public API. Changes also update caches and running downloads of this gateway.
 */
@Injectable()
export class ShareLinks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly downloads: ActiveVisitorDownloads,
    private readonly mail: MailAvailability,
    private readonly caches: Caches,
  ) {}

  /** Throws ALBUM_NOT_FOUND if the caller does not own the album. */
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

  /**
   * Adds the revision of the watermark. The sharing service waits until it has applied this revision, because the image may have been
   * uploaded just before.
   */
  async withWatermarkRevision(settings: LinkSettings, actor: Actor): Promise<LinkSettings> {
    if (!settings.watermark) return settings
    const { revision: watermarkRevision } = await this.rpc.call(media.getWatermark, {}, actor)
    return { ...settings, watermarkRevision }
  }

  /** Invalidates caches and ends downloads of this gateway immediately. Other gateways do so when they receive the event of this change. */
  private close(linkId: string, actor: Actor): void {
    this.invalidate(linkId, actor)
    this.downloads.end(linkId)
  }

  private invalidate(linkId: string, { userId }: Actor): void {
    this.caches.invalidate(linkTags({ linkId, ownerId: userId }))
  }
}

/** Creates the settings of a new link from a preset. */
@Injectable()
export class LinkPresets {
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
      settings: { ...preset.settings, ...this.createExpirySettings(preset), ...explicitSettings },
      leftOut: preset.leftOut.filter(({ setting }) => !(setting in explicitSettings)),
    }
  }

  /** A link expires at the end of the day, as with all dates without a time (rule 34). */
  private createExpirySettings({ expiresAfterDays: days }: PresetView): LinkSettings {
    if (days === null) return {}
    const expiryDate = new Date(this.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
    return { expiresAt: parseEndDate('expires_at', expiryDate) }
  }
}
