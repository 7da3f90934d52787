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
import { LiveDownloads } from '../../media/visitors/active-visitor-downloads.ts'
import { untilDate } from '../../routing/parameters.ts'
import { MailFacts } from '../mail-facts.ts'
import type { LinkSettings } from './link-settings.ts'

/** What an owner does with links, whichever interface it comes through: others, and this gateway's memory, are asked as well. */
@Injectable()
export class OwnLinks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly downloads: LiveDownloads,
    private readonly mail: MailFacts,
    private readonly caches: Caches,
  ) {}

  /** Sharing does not know whose an album is; library does. ALBUM_NOT_FOUND. */
  async toAlbum(id: string, settings: LinkSettings, actor: Actor): Promise<LinkView> {
    const { album } = await this.rpc.call(library.getAlbum, { id, limit: 0, offset: 0 }, actor)
    const about = { albumId: album.id, albumTitle: album.title, albumVersion: album.version }
    return this.rpc.call(sharing.createLink, { ...about, ...settings }, actor)
  }

  async update(id: string, settings: LinkSettings, actor: Actor): Promise<LinkView> {
    const byMail = settings.firstLook ? await this.mail.isSetUp() : undefined
    const link = await this.rpc.call(sharing.updateLink, { id, byMail, ...(await this.ready(settings, actor)) }, actor)
    this.forget(link.id, actor)
    if (link.active) this.downloads.check(link.id)
    else this.downloads.end(link.id)
    return link
  }

  async revoke(id: string, actor: Actor): Promise<LinkView> {
    const link = await this.rpc.call(sharing.revokeLink, { id }, actor)
    this.close(link.id, actor)
    return link
  }

  /** Of a first look. `notified`: how many mails go out. */
  async complete(id: string, actor: Actor): Promise<{ link: LinkView; notified: number }> {
    return this.rpc.call(sharing.completeLink, { id, byMail: await this.mail.isSetUpNow() }, actor)
  }

  async remove(id: string, actor: Actor): Promise<void> {
    await this.rpc.call(sharing.deleteLink, { id }, actor)
    this.close(id, actor)
  }

  /** With what sharing has to wait for: the image of the watermark that the owner may have uploaded a moment ago. */
  async ready(settings: LinkSettings, actor: Actor): Promise<LinkSettings> {
    if (!settings.watermark) return settings
    const { revision: watermarkRevision } = await this.rpc.call(media.getWatermark, {}, actor)
    return { ...settings, watermarkRevision }
  }

  /** At once here; the event does the same in every other gateway a moment later. */
  private close(linkId: string, actor: Actor): void {
    this.forget(linkId, actor)
    this.downloads.end(linkId)
  }

  private forget(linkId: string, { userId }: Actor): void {
    this.caches.invalidate(linkTags({ linkId, ownerId: userId }))
  }
}

const DAY_MS = 24 * 60 * 60_000

/** Links that begin with the settings of a preset. */
@Injectable()
export class PresetLinks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
  ) {}

  /** What is wanted beside the preset counts more than it. PRESET_NOT_FOUND; PASSWORD_WANTED where it asks for one and there is none. */
  async begin(
    presetId: string | undefined,
    wanted: LinkSettings,
    actor: Actor,
  ): Promise<{ settings: LinkSettings; leftOut: PresetView['leftOut'] }> {
    if (presetId === undefined) return { settings: wanted, leftOut: [] }
    const preset = await this.rpc.call(presets.getPreset, { id: presetId }, actor)
    if (preset.askPassword && !wanted.password) throw errors.PASSWORD_WANTED()
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    return {
      settings: { ...preset.settings, ...this.expiry(preset), ...given },
      leftOut: preset.leftOut.filter(({ setting }) => !(setting in given)),
    }
  }

  /** The end of that day, as with any date (rule 34). */
  private expiry({ expiresAfterDays: days }: PresetView): LinkSettings {
    if (days === null) return {}
    const day = new Date(this.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
    return { expiresAt: untilDate('expires_at', day) }
  }
}
