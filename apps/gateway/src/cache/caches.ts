import {
  type Actor,
  type backups,
  type Brand,
  type cards,
  type domains,
  type http,
  type identity,
  type Input,
  type LinkCard,
  type LocatedObject,
  MB,
  type media,
  type OpenedStudioPage,
  type Output,
  type Rendition,
  type sharing,
  type Tier,
  type tokens,
} from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { GatewayConfig } from '../config.ts'
import { Cache, type CacheOptions, Invalidations } from './cache.ts'
import { tag } from './event-tags.ts'
import { type JsonBody, estimateMemoryBytes } from './json-body.ts'

export type Session = Output<typeof identity.checkSession> & { token: string; actor: Actor }
export type StudioBrand = Brand & { logo: Rendition | null }
type OwnerFields = { ownerId: string }
type OpenLink = Output<typeof sharing.openLink>
type ApiToken = Output<typeof tokens.checkToken>
type HostEntry = Output<typeof domains.findHost> & { host: string }
type WatermarkedFile = OwnerFields & { photoId: string; rendition: Output<typeof media.locateWatermarked> }
type CardFile = Input<typeof cards.makeCard> & { file: Output<typeof cards.makeCard> }

/**
 * rule 33: every gateway must deny revoked access within a second, even if the event is lost. An entry that an event invalidates must not
 * live longer than this, unless a comment states why.
 */
const VISITOR_LIFETIME = { ttlMs: 400 }
/** Lifetime of cached sessions and file locations of signed-in users. If an event is lost, an entry is outdated for at most this time. */
const SIGNED_IN_LIFETIME = { ttlMs: 5000 }
/** A busy key is loaded again before it expires, so that none of its requests waits. */
const BACKGROUND_REFRESH = { refreshAfterMs: 200 }

/** Memory of an entry in addition to its text, in bytes. */
const ENTRY_OVERHEAD_BYTES = 250
/** Estimated memory of the first screen of a gallery, in bytes. */
const FIRST_SCREEN_BYTES = 4096

/** Every cache of the gateway. Events invalidate entries by their tags (event-tags.ts). */
@Injectable()
export class Caches {
  private readonly invalidations = new Invalidations()

  readonly sessions = this.cache<Session>({
    ...SIGNED_IN_LIFETIME,
    max: 10_000,
    tags: ({ sessionId, user }) => [tag.session(sessionId), tag.account(user.id)],
    name: 'session',
  })
  /** API tokens by their hash. */
  readonly tokens = this.cache<ApiToken>({
    ...VISITOR_LIFETIME,
    ...BACKGROUND_REFRESH,
    max: 10_000,
    tags: ({ tokenId, userId }) => [tag.token(tokenId), tag.account(userId)],
  })

  /** Links that visitors may open, by the proof of the visitor. */
  readonly links = this.cache<OpenLink>({
    ...VISITOR_LIFETIME,
    ...BACKGROUND_REFRESH,
    max: 20_000,
    tags: ({ linkId, ownerId }) => [tag.link(linkId), tag.galleries(ownerId), tag.photos(ownerId)],
    name: 'link',
  })
  /** Links by their readable address. */
  readonly linkNames = this.cache<Output<typeof sharing.resolveName>>({
    ...VISITOR_LIFETIME,
    max: 10_000,
    tags: ({ linkId }) => [tag.link(linkId), tag.linkNames],
  })
  /** Owners of links. Entries may live long, because the owner of a link never changes. */
  readonly linkOwners = this.cache<Output<typeof domains.findLinkOwner>>({
    ttlMs: 60_000,
    max: 10_000,
    tags: ({ ownerId }) => [tag.galleries(ownerId)],
  })
  readonly linkCards = this.cache<LinkCard>({
    ...VISITOR_LIFETIME,
    max: 5000,
    tags: ({ linkId, ownerId }) => [tag.link(linkId), tag.galleries(ownerId), tag.photos(ownerId)],
  })
  readonly cardFiles = this.cache<CardFile>({
    ...VISITOR_LIFETIME,
    max: 5000,
    tags: ({ photoId, ownerId }) => [tag.photo(photoId), tag.photos(ownerId)],
  })
  readonly markedCardFiles = this.cache<CardFile>({ ...SIGNED_IN_LIFETIME, max: 20_000, tags: watermarkedFileTags })

  /** Storage keys of the variants in a gallery version, as packed text. */
  readonly galleryVariants: Cache<string>
  /** Storage keys of the variants in a library, by owner and name. */
  readonly ownVariants: Cache<string>
  /** Locations of files of signed-in users. */
  readonly ownFiles = this.cache<LocatedObject & OwnerFields>({
    ...SIGNED_IN_LIFETIME,
    max: 20_000,
    tags: ownerPhotoTags,
  })
  /** Locations of files in galleries. */
  readonly sharedFiles = this.cache<Output<typeof sharing.locatePublic>>({
    ...VISITOR_LIFETIME,
    max: 20_000,
    tags: ({ linkId, ownerId }) => [tag.link(linkId), tag.galleries(ownerId), tag.photos(ownerId)],
  })
  /** Watermarked files. They change only with the photo or the owner's watermark settings, whose events invalidate them. */
  readonly renditions = this.cache<WatermarkedFile>({ ...SIGNED_IN_LIFETIME, max: 20_000, tags: watermarkedFileTags })
  readonly watermarkVersions = this.cache<OwnerFields & { version: string }>({
    ...SIGNED_IN_LIFETIME,
    max: 20_000,
    tags: ({ ownerId }) => [tag.watermark(ownerId)],
  })

  /**
   * Custom domains by host. While the sharing service is unavailable, the last value is used, so that the domain of a studio never shows
   * the application.
   */
  readonly hosts = this.cache<HostEntry>({
    ...VISITOR_LIFETIME,
    ...BACKGROUND_REFRESH,
    max: 10_000,
    tags: ({ host, ownerId }) => [tag.host(host), ...(ownerId ? [tag.domain(ownerId)] : [])],
    staleOnError: true,
  })
  readonly hostsOfOwners = this.cache<OwnerFields & { host: string | null }>({
    ...VISITOR_LIFETIME,
    max: 10_000,
    tags: ({ ownerId }) => [tag.domain(ownerId)],
  })
  /**
   * Brands of studios. While the sharing service is unavailable, galleries show the last known brand of the studio instead of Daymark's.
   */
  readonly brands = this.cache<OwnerFields & { brand: StudioBrand | null }>({
    ...VISITOR_LIFETIME,
    max: 5000,
    tags: ({ ownerId }) => [tag.brand(ownerId)],
    staleOnError: true,
  })
  readonly studioPages = this.cache<OpenedStudioPage>({
    ...VISITOR_LIFETIME,
    max: 5000,
    tags: ({ ownerId }) => [tag.studioPage(ownerId)],
  })
  /** Display names. They expire after a minute, because no event reports a new name. */
  readonly photographerNames = this.cache<{ displayName: string | null }>({ ttlMs: 60_000, max: 1000 })
  /**
   * Results of loading display names, including failures. The gateway therefore does not call the identity service for every request while
   * that service is unavailable.
   */
  readonly photographerNameAttempts = this.cache<{ displayName: string | null }>({ ttlMs: 3000, max: 1000 })

  /** Settings of the installation. They change only when the service that reads them restarts. */
  readonly mailAvailability = this.cache<Output<typeof identity.getMailFacts>>({ ttlMs: 10_000, max: 1 })
  readonly backupOverview = this.cache<Output<typeof backups.getFacts>>({ ttlMs: 10_000, max: 1 })
  readonly privacySettings = this.cache<http.PrivacyFacts>({ ttlMs: 10_000, max: 1 })
  readonly paymentProvider = this.cache<boolean>({ ttlMs: 30_000, max: 1 })
  readonly apiTier = this.cache<Tier>({ ttlMs: 60_000, max: 1 })

  /** Content of small variants. Undefined if the setting `cacheMb` is 0. */
  readonly pictures?: Cache<Buffer>

  /**
   * Response bodies. The keys contain the version of the content. `firstScreen`: the gallery with only the photos of its
   * first screen.
   */
  readonly galleryBodies: Cache<{ body: JsonBody; firstScreen: http.PublicShare }>
  readonly albumBodies: Cache<JsonBody>
  readonly studioPageBodies = this.cache<JsonBody>({ max: 16 * MB, sizeOf: estimateMemoryBytes, name: 'studio page' })
  /** Response bodies of the public API, with the version of the library. Every request compares this version with the current one. */
  readonly libraryBodies: Cache<{ version: string; body: JsonBody }>

  constructor({ cacheMb }: GatewayConfig) {
    const pictureBytes = Math.floor(cacheMb * MB * 0.4)
    const locationBytes = Math.max(2, cacheMb * MB * 0.2)
    const bodyBytes = Math.max(4, cacheMb * MB * 0.4)
    const estimateTextBytes = (text: string, key: string): number => text.length + key.length + ENTRY_OVERHEAD_BYTES
    this.galleryVariants = this.cache({ max: Math.ceil(locationBytes * 0.75), sizeOf: estimateTextBytes })
    const libraryOptions = {
      ...SIGNED_IN_LIFETIME,
      tags: (_: string, key: string) => [tag.photos(key.slice(0, key.indexOf('/')))],
    }
    this.ownVariants = this.cache({
      ...libraryOptions,
      max: Math.ceil(locationBytes * 0.25),
      sizeOf: estimateTextBytes,
    })
    if (pictureBytes > 0)
      this.pictures = this.cache({ max: pictureBytes, sizeOf: ({ length }) => length, name: 'picture' })
    this.galleryBodies = this.cache({
      max: Math.ceil(bodyBytes),
      sizeOf: ({ body }) => estimateMemoryBytes(body) + FIRST_SCREEN_BYTES,
      name: 'gallery',
    })
    this.albumBodies = this.cache({ max: Math.ceil(bodyBytes / 2), sizeOf: estimateMemoryBytes, name: 'album' })
    this.libraryBodies = this.cache({ max: Math.ceil(bodyBytes / 4), sizeOf: ({ body }) => estimateMemoryBytes(body) })
  }

  /** Invalidates entries for an event of any gateway, and immediately in the gateway that made the change. */
  invalidate(tags: readonly string[]): void {
    this.invalidations.invalidate(tags)
  }

  private cache<V>(options: CacheOptions<V>): Cache<V> {
    return new Cache(this.invalidations, options)
  }
}

function ownerPhotoTags({ ownerId }: OwnerFields): string[] {
  return [tag.photos(ownerId)]
}
function watermarkedFileTags({ photoId, ownerId }: OwnerFields & { photoId: string }): string[] {
  return [tag.photo(photoId), tag.watermark(ownerId)]
}
