import { networkOf } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Cookies, grantCookie } from '../../session/cookies.ts'
import { LiveDownloads } from '../live-downloads.ts'
import { MediaAccess, type VisitorRequest } from '../media-access.ts'
import { type Sendable, Watermarked } from './watermarked.ts'

/** Pictures by a link: first whether this visitor may see it, then what of it may be sent. */
@Injectable()
export class VisitorPictures {
  constructor(
    private readonly access: MediaAccess,
    private readonly cookies: Cookies,
    private readonly downloads: LiveDownloads,
    private readonly watermarked: Watermarked,
  ) {}

  async find(wanted: Omit<VisitorRequest, 'grant'>, request: Request, response: Response): Promise<Sendable> {
    const grant = this.cookies.read(request, grantCookie(wanted.token))
    const found = await this.downloads.begin({
      response,
      ask: () => this.access.locateShared({ ...wanted, grant }, networkOf(request.ip ?? '')),
      shows: (photoId, { photoId: shown }) => photoId === shown,
    })
    return this.watermarked.forVisitor(found, wanted.download ? 'full' : wanted.size)
  }
}
