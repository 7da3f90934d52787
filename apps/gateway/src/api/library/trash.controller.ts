import { type Actor, type RouteInput, type http, library, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../../cache/caches.ts'
import { tag } from '../../cache/event-tags.ts'
import { parsePaging, type Paging } from '../../routing/parameters.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import { FileSender } from '../../media/file-sender.ts'
import { parseJpegStem, parseVariantSize } from '../../media/variant-locations.ts'
import { presentTrashedLink, presentTrashedPhoto, presentTrashedItem } from '../../presenters/library.ts'
import type { Caller } from '../../session/caller.ts'

/** Kind of the items in calls to the library service. Null for links, which the sharing service stores. */
const LIBRARY_KINDS = { images: 'photos', albums: 'albums', tags: 'tags', shares: null } as const
const COUNT_ONLY_PAGE: Paging = { limit: 0, offset: 0 }

/** The trash. The library service stores deleted photos, albums and tags; the sharing service stores deleted links. */
@Controller()
export class TrashController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    private readonly files: FileSender,
  ) {}

  @Serves(routes.listTrash)
  async list({ query: { kind, ...query } }: RouteInput<typeof routes.listTrash>, { actor }: Caller) {
    const page = parsePaging(query)
    const { items, counts, days } = await this.load(kind, page, actor)
    return { kind, items, total: counts[kind], ...page, counts, days }
  }

  @Serves(routes.restoreTrash)
  async restore({ body }: RouteInput<typeof routes.restoreTrash>, { actor }: Caller) {
    const { photos: images, albums, tags } = await this.rpc.call(library.restoreTrash, toLibraryIds(body), actor)
    const { links: shares } =
      body.share_ids.length > 0
        ? await this.rpc.call(sharing.restoreTrash, { linkIds: body.share_ids }, actor)
        : { links: 0 }
    this.caches.invalidate([tag.photos(actor.userId)])
    const restoredCounts = { images, albums, tags, shares }
    return { ...successBody(restoredMessage(restoredCounts)), restored: restoredCounts }
  }

  @Serves(routes.purgeTrash)
  async purge({ body: { all, ...body } }: RouteInput<typeof routes.purgeTrash>, { actor }: Caller) {
    await this.rpc.call(library.purgeTrash, { ...toLibraryIds(body), all }, actor)
    if (all || body.share_ids.length > 0)
      await this.rpc.call(sharing.purgeTrash, { linkIds: body.share_ids, all }, actor)
    return successBody(all ? 'The trash is empty.' : 'The items were permanently deleted.')
  }

  @Serves(routes.getTrashed)
  async getPicture(
    { params: { size, file } }: RouteInput<typeof routes.getTrashed>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const variant = { size: parseVariantSize(size), name: parseJpegStem(file) }
    const storedFile = await this.rpc.call(library.locateTrashed, variant, actor)
    await this.files.send(request, response, {
      file: storedFile,
      disposition: 'inline',
      headers: { 'Cache-Control': 'no-store' },
    })
  }

  private async load(kind: http.TrashKind, page: Paging, actor: Actor) {
    const [libraryTrash, sharingTrash] = await Promise.all([
      this.rpc.call(library.listTrash, { kind: LIBRARY_KINDS[kind], ...page }, actor),
      this.rpc.call(sharing.listTrash, kind === 'shares' ? page : COUNT_ONLY_PAGE, actor),
    ])
    const { photos: images, albums, tags } = libraryTrash.counts
    const items = [
      ...libraryTrash.photos.map(photo => presentTrashedPhoto(photo, libraryTrash.days)),
      ...libraryTrash.albumsAndTags.map(item => presentTrashedItem(item, libraryTrash.days)),
      ...sharingTrash.links.map(link => presentTrashedLink(link, libraryTrash.days)),
    ]
    return { items, counts: { images, albums, tags, shares: sharingTrash.total }, days: libraryTrash.days }
  }
}

type TrashIds = Omit<RouteInput<typeof routes.restoreTrash>['body'], 'share_ids'>
const toLibraryIds = ({ image_ids: photoIds, album_ids: albumIds, tag_ids: tagIds }: TrashIds) => ({
  photoIds,
  albumIds,
  tagIds,
})

const ITEM_NOUNS = { images: 'photo', albums: 'album', tags: 'tag', shares: 'link' } as const
function restoredMessage(restored: http.TrashCounts): string {
  const itemTexts = Object.entries(ITEM_NOUNS).flatMap(([kind, word]) => {
    const count = restored[kind as http.TrashKind]
    return count > 0 ? [`${count} ${word}${count === 1 ? '' : 's'}`] : []
  })
  return itemTexts.length > 0 ? `Restored: ${itemTexts.join(', ')}.` : 'There was nothing to restore.'
}
