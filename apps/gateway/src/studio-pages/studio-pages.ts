import { anonymous, MB, type OpenedStudioPage, studioPages } from '@daymark/contracts'
import { Gate, networkOf, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { Photographers } from '../api/sharing/photographers.ts'
import { CustomHosts } from '../hosts/custom-hosts.ts'
import { guestOf } from '../hosts/guests.ts'
import { ShownBrands } from '../hosts/shown-brands.ts'
import { Site } from '../helpers/site.ts'
import { type KeptAnswer, KeptAnswers, Unkept } from '../kept/kept-answers.ts'
import { ShortCache } from '../kept/short-cache.ts'
import { presentShownPage } from '../presenters/share.ts'

/** rule 33: what is no longer shown is gone within a second, also when the event is lost. */
const KEPT_MS = 400
const MOST = 5000
/** Questions at once, and how many more wait; each network has its turn. */
const ASKING = { width: 4, waiting: 500 }
const ANSWER_BYTES = 16 * MB

type Asking = Pick<Request, 'ip'>

/** Public indexes of galleries: which is asked for, remembered for a moment, and what it shows, under its version. */
@Injectable()
export class StudioPages {
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)
  private readonly answers = new KeptAnswers(ANSWER_BYTES, 'studio page')
  private readonly opened = new ShortCache<OpenedStudioPage>({
    ttlMs: KEPT_MS,
    max: MOST,
    groups: ({ ownerId }) => [ownerId],
  })

  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly hosts: CustomHosts,
    private readonly site: Site,
    private readonly brands: ShownBrands,
    private readonly photographers: Photographers,
  ) {}

  /** On a custom domain that of its owner, whatever was asked for. STUDIO_PAGE_NOT_FOUND. */
  find(name: string, request: Asking): Promise<OpenedStudioPage> {
    const { ip = '' } = request
    const ownerId = guestOf(request)?.ownerId
    const of = ownerId ? { ownerId } : { name: name.toLowerCase() }
    const ask = () => this.rpc.call(studioPages.openStudioPage, { of, address: ip }, anonymous)
    // per network: who is refused must not hear what others were answered
    const key = ownerId ?? `${ip} ${name.toLowerCase()}`
    return this.opened.get(key, () => this.gate.pass(networkOf(ip), ask))
  }

  async answer(page: OpenedStudioPage): Promise<KeptAnswer> {
    const { ownerId, version } = page
    // not the page's, so no version of it tells when it changes
    const title = await this.titleOf(page)
    const build = async () => {
      const listed = await this.rpc.call(studioPages.listShown, { ownerId }, anonymous)
      const shown = presentShownPage({ ...page, title }, listed.galleries)
      // changed meanwhile; a version comes back, such as with a link that was in the trash
      return listed.version === version ? shown : new Unkept(shown)
    }
    return this.answers.get(JSON.stringify([ownerId, version, title]), build)
  }

  async titleOf({ ownerId, title }: Pick<OpenedStudioPage, 'ownerId' | 'title'>): Promise<string> {
    return title || this.usualTitle(ownerId)
  }

  /** The studio's name where it is shown, else that of the photographer. */
  async usualTitle(ownerId: string): Promise<string> {
    const [brand, name] = await Promise.all([this.brands.of(ownerId).catch(() => null), this.photographers.of(ownerId)])
    return brand?.name ?? name ?? 'Galleries'
  }

  /** Where it is for everybody: the root of its owner's domain, else by its name; null: nowhere yet. */
  async address({ ownerId, name }: Pick<OpenedStudioPage, 'ownerId' | 'name'>, request: Request) {
    const host = await this.hosts.ofOwner(ownerId).catch(() => null)
    if (host !== null) return `${await this.site.ofOwner(ownerId, request)}/`
    return name === null ? null : `${this.site.of(request)}/studio/${name}`
  }

  drop(ownerId: string): void {
    this.opened.drop(ownerId)
  }
}
