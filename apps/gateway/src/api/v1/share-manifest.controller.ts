import { type Asked, v1 } from '@daymark/contracts'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { sendText } from '../../helpers/send-text.ts'
import { Manifests, whole } from '../../media/visitors/manifests.ts'
import { v1ManifestJson } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** What visitors of a link download, for programs. */
@Controller()
export class V1ShareManifestController {
  constructor(private readonly manifests: Manifests) {}

  @Serves(v1.getShareManifest)
  async get(
    { params: { id: linkId }, query: { size } }: Asked<typeof v1.getShareManifest>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const manifest = whole(await this.manifests.ofOwner({ linkId, size }, actor))
    await sendText(request, response, { type: 'application/json', of: manifest, pieces: v1ManifestJson(manifest) })
  }
}
