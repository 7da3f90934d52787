import { type Asked, library, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from '../../cache/caches.ts'
import { photoTags } from '../../cache/event-tags.ts'
import { LibraryResponses } from '../../cache/library-responses.ts'
import { presentEarlierVersion } from '../../presenters/v1/image.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Uploads } from '../../upload/uploads.ts'
import { Shown } from './shown.ts'

/** By the same stream as POST /v1/images. */
@Controller()
export class V1ReplacementsController {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: Uploads,
    private readonly caches: Caches,
    private readonly answers: LibraryResponses,
    private readonly shown: Shown,
  ) {}

  @Serves(v1.replaceFile)
  async replace({ params: { id } }: Asked<typeof v1.replaceFile>, { actor }: Caller, @Req() request: Request) {
    const { unchanged, ...photo } = await this.uploads.replace(request, actor, id)
    return { ...this.shown.image(photo, request), unchanged }
  }

  @Serves(v1.getEarlierVersion)
  async earlier(
    { params: { id } }: Asked<typeof v1.getEarlierVersion>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const file = await this.rpc.call(library.getEarlierFile, { id }, actor)
    return this.answers.send({ request, response }, presentEarlierVersion(file, this.shown.at(request)))
  }

  @Serves(v1.restoreEarlierVersion)
  async bringBack(
    { params: { id } }: Asked<typeof v1.restoreEarlierVersion>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const photo = await this.rpc.call(library.restoreEarlierFile, { id, brief: true }, actor)
    this.caches.invalidate(photoTags({ photoId: id, ownerId: actor.userId }))
    return this.shown.image(photo, request)
  }

  @Serves(v1.removeEarlier)
  async remove({ params: { id } }: Asked<typeof v1.removeEarlier>, { actor }: Caller, @Req() request: Request) {
    return this.shown.image(await this.rpc.call(library.removeEarlierFile, { id, brief: true }, actor), request)
  }
}
