import { type Asked, library, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../../cache/caches.ts'
import { photoTags } from '../../cache/event-tags.ts'
import { LibraryResponses } from '../../cache/library-responses.ts'
import { succeeded } from '../../helpers/succeeded.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Shown } from './shown.ts'

@Controller()
export class V1ImagesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    private readonly answers: LibraryResponses,
    private readonly shown: Shown,
  ) {}

  @Serves(v1.listImages)
  async list(
    { query }: Asked<typeof v1.listImages>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { limit, offset, cursor: after } = query
    const what = ['images', query, this.shown.at(request)]
    const wanted = { filter: filterOf(query), limit, offset, after, brief: true, withNext: true }
    return this.answers.ofLibrary({ request, response, actor }, what, async knownVersion => {
      const found = await this.rpc.call(library.listPhotos, { ...wanted, knownVersion }, actor)
      const { photos, total, next = null, version = '' } = found
      const images = () => photos.map(photo => this.shown.image(photo, request))
      return { version, answer: () => ({ images: images(), total, limit, offset, next_cursor: next }) }
    })
  }

  @Serves(v1.getImage)
  async get(
    { params: { id } }: Asked<typeof v1.getImage>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const photo = await this.rpc.call(library.getPhoto, { id, brief: true }, actor)
    return this.answers.send({ request, response }, this.shown.image(photo, request))
  }

  @Serves(v1.updateImage)
  async update({ params: { id }, body }: Asked<typeof v1.updateImage>, { actor }: Caller, @Req() request: Request) {
    const { title, description: caption, favorite: isFavorite, tags } = body
    const change = { id, title, caption, isFavorite, tags, brief: true }
    return this.shown.image(await this.rpc.call(library.updatePhoto, change, actor), request)
  }

  @Serves(v1.deleteImage)
  async remove({ params: { id } }: Asked<typeof v1.deleteImage>, { actor }: Caller) {
    await this.rpc.call(library.deletePhotos, { ids: [id] }, actor)
    // At once here; the event does the same in every other gateway a moment later.
    this.caches.invalidate(photoTags({ photoId: id, ownerId: actor.userId }))
    return succeeded('The image was deleted.')
  }
}

/** An empty value is none. */
function filterOf({ album_id: albumId, favorite, tag }: Asked<typeof v1.listImages>['query']) {
  const isFavorite = favorite === undefined ? undefined : favorite === 'true' || favorite === '1'
  return { isFavorite, albumId: albumId || undefined, tag: tag || undefined }
}
