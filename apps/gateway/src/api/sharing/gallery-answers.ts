import { anonymous, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { GatewayConfig } from '../../config.ts'
import { type KeptAnswer, KeptAnswers } from '../../kept/kept-answers.ts'
import { type OpenLink, OpenLinks, type Proof } from '../../media/visitors/open-links.ts'
import { presentGallery } from '../../presenters/gallery.ts'
import { Photographers } from './photographers.ts'

/** The data of galleries as they are sent: built once for each version of a link, for whoever sharing lets in. */
@Injectable()
export class GalleryAnswers {
  private readonly answers: KeptAnswers

  constructor(
    private readonly rpc: RpcClient,
    private readonly links: OpenLinks,
    private readonly photographers: Photographers,
    config: GatewayConfig,
  ) {
    this.answers = new KeptAnswers(config.answerCacheBytes, 'gallery')
  }

  /** Whether this visitor may see it: the decision that their pictures go by as well. */
  enter(proof: Proof, network: string): Promise<OpenLink> {
    return this.links.enter(proof, network)
  }

  /** `link`: what `enter` answered for this proof. */
  async of({ linkId, ownerId, version }: OpenLink, { token, grant }: Proof): Promise<KeptAnswer> {
    // not the link's, so no version of it tells when it changes: an answer is of the name that it shows
    const name = await this.photographers.of(ownerId)
    const build = async () => {
      const gallery = await this.rpc.call(sharing.getGallery, { token, grant }, anonymous)
      return presentGallery(gallery, gallery.link.showName ? name : null)
    }
    return this.answers.get(JSON.stringify([linkId, version, token, name]), build)
  }
}
