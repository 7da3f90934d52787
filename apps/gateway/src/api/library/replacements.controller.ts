import { type Asked, errors, library, routes, VARIANT_SIZES } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../../cache/caches.ts'
import { photoTags } from '../../cache/event-tags.ts'
import { FileSender } from '../../media/file-sender.ts'
import { presentEarlier, presentPhoto } from '../../presenters/photo.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Uploads } from '../../uploads/uploads.ts'

/** Replaces the file of a photo, and restores the earlier one (rules 110 to 113). */
@Controller()
export class ReplacementsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: Uploads,
    private readonly caches: Caches,
    private readonly files: FileSender,
  ) {}

  @Serves(routes.replaceFile)
  async replace({ params: { id } }: Asked<typeof routes.replaceFile>, { actor }: Caller, @Req() request: Request) {
    const { unchanged, ...photo } = await this.uploads.replace(request, actor, id)
    return { ...presentPhoto(photo), unchanged }
  }

  @Serves(routes.getEarlierVersion)
  async earlier({ params: { id } }: Asked<typeof routes.getEarlierVersion>, { actor }: Caller) {
    return presentEarlier(await this.rpc.call(library.getEarlierFile, { id }, actor))
  }

  @Serves(routes.restoreEarlierVersion)
  async restore({ params: { id } }: Asked<typeof routes.restoreEarlierVersion>, { actor }: Caller) {
    const photo = await this.rpc.call(library.restoreEarlierFile, { id }, actor)
    // This gateway invalidates its caches immediately; other replicas do so when they receive the event.
    this.caches.invalidate(photoTags({ photoId: id, ownerId: actor.userId }))
    return presentPhoto(photo)
  }

  @Serves(routes.removeEarlier)
  async remove({ params: { id } }: Asked<typeof routes.removeEarlier>, { actor }: Caller) {
    return presentPhoto(await this.rpc.call(library.removeEarlierFile, { id }, actor))
  }

  @Serves(routes.getEarlierFile)
  async picture(
    { params: { id, file } }: Asked<typeof routes.getEarlierFile>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const size = file === 'original' ? file : VARIANT_SIZES.find(known => `${known}.jpg` === file)
    if (!size) throw errors.PHOTO_NOT_FOUND()
    const found = await this.rpc.call(library.locateEarlierFile, { id, size }, actor)
    await this.files.send(request, response, { found, how: size === 'original' ? 'attachment' : 'inline' })
  }
}
