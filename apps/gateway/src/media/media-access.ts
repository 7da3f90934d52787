import {
  type Actor,
  anonymous,
  library,
  type Located,
  type Output,
  sharing,
  type VariantSize,
} from '@daymark/contracts'
import { Gate, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { GatewayConfig } from '../config.ts'
import { LinkCards } from '../share-page/link-cards.ts'
import { KnownFiles } from '../kept/known-files.ts'
import { Scopes } from '../kept/scopes.ts'
import { ShortCache } from '../kept/short-cache.ts'
import { type OpenLink, OpenLinks } from './visitors/open-links.ts'

type Variant = { size: VariantSize; name: string }
export type OwnRequest = { size: VariantSize | 'original' | 'full'; name: string }
export type VisitorRequest = Variant & { token: string; grant?: string | undefined; download: boolean }
type Seen = Located & { ownerId: string }
export type Shared = Output<typeof sharing.locatePublic>

/** How long a lost event could keep a deleted photo reachable. */
const OWN_MS = 5000
/** rule 33: a link that ends is dead within a second, also when its event is lost. */
const SHARED_MS = 400
const MAX_ENTRIES = 20_000
/** Questions at once, and how many more wait; each user and each address of a visitor has its turn. */
const ASKING = { width: 6, waiting: 2000 }

/**
 * May this caller have this file, and where does it lie? Visitors are let in by OpenLinks; where files lie is asked of library or
 * sharing, remembered, and out of reach with the first news of a change.
 */
@Injectable()
export class MediaAccess {
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)
  private readonly files: KnownFiles
  private readonly libraries = new Scopes(OWN_MS, MAX_ENTRIES)
  private readonly own = new ShortCache<Seen>({
    ttlMs: OWN_MS,
    max: MAX_ENTRIES,
    groups: found => [`photo:${found.photoId}`, `owner:${found.ownerId}`],
  })
  private readonly shared = new ShortCache<Shared>({
    ttlMs: SHARED_MS,
    max: MAX_ENTRIES,
    groups: found => [`photo:${found.photoId}`, `link:${found.linkId}`, `owner:${found.ownerId}`],
  })

  constructor(
    private readonly rpc: RpcClient,
    private readonly links: OpenLinks,
    private readonly cards: LinkCards,
    { placeCacheBytes }: GatewayConfig,
  ) {
    this.files = new KnownFiles(placeCacheBytes)
  }

  async locateOwn(actor: Actor, wanted: OwnRequest): Promise<Located> {
    const found = isVariant(wanted) && (await this.locateOwnVariant(actor, wanted))
    return found || this.askOwn(actor, wanted)
  }

  /** Without waiting, where it is remembered. */
  peekOwn(actor: Actor, { size, name }: Variant): Located | undefined {
    return this.files.find(this.libraries.of(actor.userId), name, size)
  }

  /**
   * `network`: the visitor's. Downloads are asked for one by one. Where the answer says `watermark`, what lies there is only what the
   * picture is made from (Watermarked).
   */
  async locateShared(wanted: VisitorRequest, network: string): Promise<Shared> {
    if (wanted.download) return this.askShared(wanted, network)
    const link = await this.links.enter(wanted, network)
    const found = await this.locateVariant(link, wanted, network)
    return found ? allowedBy(link, found) : this.askShared(wanted, network)
  }

  /** Without waiting, where decision and place are remembered. */
  peekShared(wanted: Omit<VisitorRequest, 'download'>): Shared | undefined {
    const link = this.links.peek(wanted)
    const found = link && this.files.find(scopeOf(link), wanted.name, wanted.size)
    return found && allowedBy(link, found)
  }

  /** Of a photo that is no more, or whose variants may lie elsewhere now. */
  dropPhoto(photoId: string, ownerId: string): void {
    this.own.drop(`photo:${photoId}`)
    this.shared.drop(`photo:${photoId}`)
    this.libraries.end(ownerId)
    this.links.dropOwner(ownerId)
  }
  dropOwner(ownerId: string): void {
    this.own.drop(`owner:${ownerId}`)
    this.shared.drop(`owner:${ownerId}`)
    this.libraries.end(ownerId)
    this.links.dropOwner(ownerId)
  }
  dropLink(linkId: string): void {
    this.shared.drop(`link:${linkId}`)
    this.links.drop(linkId)
    this.cards.dropLink(linkId)
  }

  private locateOwnVariant(actor: Actor, { size, name }: Variant): Promise<Located | undefined> {
    const scope = this.libraries.of(actor.userId)
    const ask = async () => ({ scope, ...(await this.rpc.call(library.listFiles, { name }, actor)) })
    return this.files.locate(scope, { name, size }, () => this.gate.pass(actor.userId, ask))
  }

  private askOwn(actor: Actor, wanted: OwnRequest): Promise<Located> {
    const ask = async () => ({ ...(await this.rpc.call(library.locatePhoto, wanted, actor)), ownerId: actor.userId })
    const inTurn = () => this.gate.pass(actor.userId, ask)
    return this.own.get(`${actor.userId}/${wanted.size}/${wanted.name}`, inTurn)
  }

  private locateVariant(link: OpenLink, { token, grant, name, size }: VisitorRequest, network: string) {
    const ask = async () => {
      const { version, files } = await this.rpc.call(sharing.listFiles, { token, grant, name }, anonymous)
      return { scope: scopeOf({ ...link, version }), files }
    }
    return this.files.locate(scopeOf(link), { name, size }, () => this.gate.pass(network, ask))
  }

  private askShared(wanted: VisitorRequest, network: string): Promise<Shared> {
    const key = JSON.stringify([wanted.token, wanted.grant, wanted.size, wanted.name, wanted.download])
    const ask = () => this.rpc.call(sharing.locatePublic, wanted, anonymous)
    return this.shared.get(key, () => this.gate.pass(network, ask))
  }
}

/** What is known of a gallery holds for one state of it: no news has to come for it to be out of reach. */
const scopeOf = ({ linkId, version }: Pick<OpenLink, 'linkId' | 'version'>): string => `${linkId} ${version}`
const allowedBy = ({ linkId, ownerId, watermark, expiresAt }: OpenLink, found: Located): Shared => ({
  ...found,
  ...{ linkId, ownerId, watermark, expiresAt },
})
const isVariant = (wanted: OwnRequest): wanted is Variant => wanted.size !== 'original' && wanted.size !== 'full'
