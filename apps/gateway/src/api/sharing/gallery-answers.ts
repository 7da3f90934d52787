import { anonymous, MB, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { type KeptAnswer, KeptAnswers } from '../../kept/kept-answers.ts'
import { type OpenLink, OpenLinks, type Proof } from '../../media/visitors/open-links.ts'
import { presentGallery } from '../../presenters/gallery.ts'

/** Some 30 galleries of 5,000 photos, or 300 of 500. */
const MAX_BYTES = 64 * MB

/** The data of galleries as they are sent: built once for each version of a link, for whoever sharing lets in. */
@Injectable()
export class GalleryAnswers {
  private readonly rpc: RpcClient
  private readonly links: OpenLinks
  private readonly answers = new KeptAnswers(MAX_BYTES)

  constructor(rpc: RpcClient, links: OpenLinks) {
    this.rpc = rpc
    this.links = links
  }

  /** Whether this visitor may see it: the decision that their pictures go by as well. */
  enter(proof: Proof, network: string): Promise<OpenLink> {
    return this.links.enter(proof, network)
  }

  /** `link`: what `enter` answered for this proof. */
  of({ linkId, version }: OpenLink, { token, grant }: Proof): Promise<KeptAnswer> {
    const build = async () => presentGallery(await this.rpc.call(sharing.getGallery, { token, grant }, anonymous))
    return this.answers.get(`${linkId} ${version} ${token}`, build)
  }
}
