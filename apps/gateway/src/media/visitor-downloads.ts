import {
  type Actor,
  anonymous,
  DOWNLOAD_SIZES,
  type DownloadSize,
  errors,
  type Input,
  sharing,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Visits } from '../visits.ts'
import { LiveDownloads } from './live-downloads.ts'
import { type Archive, ScaledPhotos } from './scaled-photos.ts'

export type Wanted = Omit<Input<typeof sharing.listArchive>, 'token' | 'grant'>
/** Who asks, for which link, and where the answer goes. */
export type Visitor = { token: string; actor: Actor; request: Request; response: Response }

/** What visitors download, one photo or many: sharing says which, media makes the size, sharing counts where there is a limit. */
@Injectable()
export class VisitorDownloads {
  private readonly rpc: RpcClient
  private readonly visits: Visits
  readonly live: LiveDownloads
  private readonly scaled: ScaledPhotos
  constructor(rpc: RpcClient, visits: Visits, live: LiveDownloads, scaled: ScaledPhotos) {
    this.rpc = rpc
    this.visits = visits
    this.live = live
    this.scaled = scaled
  }

  /** Counted, made, and broken off as soon as it would be refused (rule 33). */
  async begin(visitor: Visitor, wanted: Wanted): Promise<Archive> {
    const { request, response } = visitor
    const archive = await this.live.begin({
      response,
      ask: () => this.list(visitor, wanted),
      shows: (photoId, { files }) => files.some(file => file.photoId === photoId),
    })
    await this.claim(visitor, archive, request.method === 'HEAD')
    return { ...archive, files: await this.scaled.all(archive, () => !response.closed) }
  }

  /** Nothing is counted; what is not ready yet is being made. */
  async prepare(visitor: Visitor, wanted: Wanted): Promise<{ archive: Archive; ready: Archive['files'] }> {
    const archive = await this.list(visitor, wanted)
    await this.claim(visitor, archive, true)
    return { archive, ready: await this.scaled.some(archive) }
  }

  /** What is left for this visitor. */
  look({ token, actor, request, response }: Visitor) {
    const visitorId = this.visits.visitorOf(token, request, response)
    const look = { ...this.visits.proofOf(token, request), visitorId, photoIds: [], onlyLook: true }
    return this.rpc.call(sharing.claimDownloads, look, actor)
  }

  private list({ token, request }: Visitor, wanted: Wanted): Promise<Archive> {
    return this.rpc.call(sharing.listArchive, { ...this.visits.proofOf(token, request), ...wanted }, anonymous)
  }

  private async claim(visitor: Visitor, { hasLimit, files }: Archive, onlyLook: boolean): Promise<void> {
    if (!hasLimit) return
    const { token, actor, request, response } = visitor
    const visitorId = this.visits.visitorOf(token, request, response)
    const photoIds = files.flatMap(({ photoId }) => photoId ?? [])
    await this.rpc.call(
      sharing.claimDownloads,
      { ...this.visits.proofOf(token, request), visitorId, photoIds, onlyLook },
      actor,
    )
  }
}

/** None named: the largest that is offered. */
export function downloadSize(text: string | undefined): DownloadSize | undefined {
  if (text === undefined) return undefined
  const size = DOWNLOAD_SIZES.find(known => known === text)
  if (!size) throw errors.INVALID_INPUT({ reason: 'size: original, 2048 or 1080' })
  return size
}
