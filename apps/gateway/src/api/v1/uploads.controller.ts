import { type Asked, http, library, v1 } from '@daymark/contracts'
import { parseInput, RpcClient } from '@daymark/platform'
import { Controller, Req } from '@nestjs/common'
import type { Request } from 'express'
import { snakeNames } from '../../routing/spellings.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Uploads } from '../../upload/uploads.ts'
import { Shown } from './shown.ts'

/** By the same stream as POST /api/images. */
@Controller()
export class V1UploadsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: Uploads,
    private readonly shown: Shown,
  ) {}

  @Serves(v1.uploadImage)
  async upload(_: unknown, { actor }: Caller, @Req() request: Request) {
    return this.shown.image(await this.uploads.receive(request, actor, aboutUpload), request)
  }

  @Serves(v1.uploadImageAlias)
  uploadByAlias(asked: unknown, caller: Caller, @Req() request: Request) {
    return this.upload(asked, caller, request)
  }

  @Serves(v1.getUpload)
  async progress({ params: { key } }: Asked<typeof v1.getUpload>, { actor }: Caller, @Req() request: Request) {
    const { offset, photo } = await this.uploads.progress(key, actor)
    return { offset, image: photo && this.shown.image(photo, request) }
  }

  @Serves(v1.findKnownImages)
  async findKnown({ body }: Asked<typeof v1.findKnownImages>, { actor }: Caller, @Req() request: Request) {
    const { known } = await this.rpc.call(library.findKnown, { ...body, brief: true }, actor)
    return { known: known.map(({ sha256, photo }) => ({ sha256, image: this.shown.image(photo, request) })) }
  }
}

const FORM = http.v1.uploadForm.omit({ file: true })
/** Of the fields beside the file; an empty album is none. */
function aboutUpload(fields: Record<string, string>) {
  const { album_id: albumId, title, description: caption } = parseInput(FORM, snakeNames(fields))
  return { albumId: albumId || undefined, title, caption }
}
