import { anonymous, type http, MASONRY_LAYOUT, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { JsonBody } from '../../cache/json-body.ts'
import { LinkAccess, type OpenLink, type Proof } from '../../media/visitors/link-access.ts'
import { presentGallery } from '../../presenters/gallery.ts'
import { PhotographerNames } from '../../custom-domains/studio-brands.ts'

/** Response bodies of galleries, built once for each version of a link. The sharing service decides which visitors may see them. */
@Injectable()
export class GalleryResponses {
  constructor(
    private readonly rpc: RpcClient,
    private readonly links: LinkAccess,
    private readonly photographers: PhotographerNames,
    private readonly caches: Caches,
  ) {}

  /** Checks whether the visitor may open the gallery. Requests for its pictures use the same cached decision. */
  checkAccess(proof: Proof, network: string): Promise<OpenLink> {
    return this.links.checkAccess(proof, network)
  }

  /**
   * Returns the response body of the gallery. `link`: the result of `checkAccess` for this proof (token and password
   * grant).
   */
  async bodyOf(link: OpenLink, proof: Proof): Promise<JsonBody> {
    return (await this.load(link, proof)).body
  }

  /**
   * The gallery with only its cover and first photos, for the first screen of the page. The page is sent to anyone who has its URL. If the
   * link has a password, this therefore throws PASSWORD_REQUIRED, even if the visitor has entered the password.
   */
  async getFirstScreen(token: string, network: string): Promise<http.PublicShare> {
    const proof = { token }
    return (await this.load(await this.checkAccess(proof, network), proof)).firstScreen
  }

  private async load({ linkId, ownerId, version }: OpenLink, { token, grant }: Proof) {
    // The photographer's name can change without a new version of the link, so the cache key includes the name.
    const photographerName = await this.photographers.find(ownerId)
    const load = async () => {
      const gallery = await this.rpc.call(sharing.getGallery, { token, grant }, anonymous)
      const publicGallery = presentGallery(gallery, gallery.link.showName ? photographerName : null)
      return { body: new JsonBody(publicGallery), firstScreen: limitToFirstScreen(publicGallery) }
    }
    return this.caches.galleryBodies.get(JSON.stringify([linkId, version, token, photographerName]), load)
  }
}

function limitToFirstScreen({ images, ...gallery }: http.PublicShare): http.PublicShare {
  const { cover_image_id: coverId } = gallery.album
  // The cover, and the first row of the widest layout.
  return { ...gallery, images: images.filter(({ id }, index) => index < MASONRY_LAYOUT.maxColumns || id === coverId) }
}
