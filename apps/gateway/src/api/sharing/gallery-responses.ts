import { anonymous, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { JsonBody } from '../../cache/json-body.ts'
import { LinkAccess, type OpenLink, type Proof } from '../../media/visitors/link-access.ts'
import { presentGallery } from '../../presenters/gallery.ts'
import { Photographers } from './photographer-names.ts'

/** The data of galleries as they are sent: built once for each version of a link, for whoever sharing lets in. */
@Injectable()
export class GalleryAnswers {
  constructor(
    private readonly rpc: RpcClient,
    private readonly links: LinkAccess,
    private readonly photographers: Photographers,
    private readonly caches: Caches,
  ) {}

  /** Whether this visitor may see it: the decision that their pictures go by as well. */
  enter(proof: Proof, network: string): Promise<OpenLink> {
    return this.links.enter(proof, network)
  }

  /** `link`: what `enter` answered for this proof. */
  async of({ linkId, ownerId, version }: OpenLink, { token, grant }: Proof): Promise<JsonBody> {
    // No version of the link covers the name, so the name is part of the key.
    const name = await this.photographers.of(ownerId)
    const load = async () => {
      const gallery = await this.rpc.call(sharing.getGallery, { token, grant }, anonymous)
      return new JsonBody(presentGallery(gallery, gallery.link.showName ? name : null))
    }
    return this.caches.galleryBodies.get(JSON.stringify([linkId, version, token, name]), load)
  }
}
