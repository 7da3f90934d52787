import { anonymous, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { JsonBody } from '../../cache/json-body.ts'
import { LinkAccess, type OpenLink, type Proof } from '../../media/visitors/link-access.ts'
import { presentGallery } from '../../presenters/gallery.ts'
import { PhotographerNames } from './photographer-names.ts'

/** Response bodies of galleries, built once for each version of a link. Sharing decides which visitors may see them. */
@Injectable()
export class GalleryResponses {
  constructor(
    private readonly rpc: RpcClient,
    private readonly links: LinkAccess,
    private readonly photographers: PhotographerNames,
    private readonly caches: Caches,
  ) {}

  /** Authorizes the visitor. Requests for pictures of the gallery use the same cached decision. */
  enter(proof: Proof, network: string): Promise<OpenLink> {
    return this.links.enter(proof, network)
  }

  /** The gallery as JSON. The first argument is the result of `enter` for this proof. */
  async of({ linkId, ownerId, version }: OpenLink, { token, grant }: Proof): Promise<JsonBody> {
    // The version of the link does not change when the photographer changes their name, so the cache key includes the name.
    const name = await this.photographers.of(ownerId)
    const load = async () => {
      const gallery = await this.rpc.call(sharing.getGallery, { token, grant }, anonymous)
      return new JsonBody(presentGallery(gallery, gallery.link.showName ? name : null))
    }
    return this.caches.galleryBodies.get(JSON.stringify([linkId, version, token, name]), load)
  }
}
