import {
  type Actor,
  AppError,
  DOWNLOAD_SIZES,
  type DownloadSize,
  errors,
  type Input,
  sharing,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Visits } from '../../visitors/visits.ts'
import { type Archive, Archives } from './archives.ts'
import { LiveDownloads } from './active-visitor-downloads.ts'
import type { Sendable } from './watermarked.ts'
import type { SendableArchive } from '../zip/zip-body.ts'

export type Wanted = Omit<Input<typeof sharing.listArchive>, 'token' | 'grant'>
/** Who asks, for which link, and where the answer goes. */
export type Visitor = { token: string; actor: Actor; request: Request; response: Response }
export type Prepared = { archive: Archive; ready: number; sendable: SendableArchive | null }

/** A page that shows progress asks again. */
const PREPARE_MS = 2000

/** What visitors download, one photo or many: sharing says which and counts where there is a limit, media makes what is not there. */
@Injectable()
export class VisitorDownloads {
  constructor(
    private readonly rpc: RpcClient,
    private readonly visits: Visits,
    private readonly live: LiveDownloads,
    private readonly archives: Archives,
  ) {}

  /** Counted, made, and broken off as soon as it would be refused (rule 33). */
  async begin(visitor: Visitor, wanted: Wanted, waitMs?: number): Promise<SendableArchive> {
    const { request, response } = visitor
    const archive = await this.live.begin({
      response,
      ask: () => this.list(visitor, wanted),
      shows: (photoId, { files }) => files.some(file => file.photoId === photoId),
    })
    await this.claim(visitor, claimed(archive, wanted), request.method === 'HEAD')
    return this.archives.sendable(archive, waitMs)
  }

  async one(visitor: Visitor, wanted: Wanted): Promise<Sendable> {
    const { files } = await this.begin(visitor, wanted)
    const [file] = files
    if (!file?.photoId || !file.sha256 || !file.mimeType) throw errors.PHOTO_NOT_FOUND()
    const { photoId, key, size, sha256, mimeType, name: downloadName, patches } = file
    return { photoId, key, size, sha256, mimeType, downloadName, patches, watermark: false }
  }

  /** Nothing is counted; what is not ready yet is being made. */
  async prepare(visitor: Visitor, wanted: Wanted): Promise<Prepared> {
    const archive = await this.list(visitor, wanted)
    await this.claim(visitor, claimed(archive, wanted), true)
    const made = await madeOf(this.archives.sendable(archive, PREPARE_MS))
    if ('ready' in made) return { archive, sendable: null, ready: made.ready }
    return { archive, sendable: made, ready: archive.files.length }
  }

  /** What is left for this visitor. */
  look({ token, actor, request, response }: Visitor) {
    const visitorId = this.visits.visitorOf(token, request, response)
    const look = { ...this.visits.proofOf(token, request), visitorId, photoIds: [], dryRun: true }
    return this.rpc.call(sharing.claimDownloads, look, actor)
  }

  private list({ token, request }: Visitor, wanted: Wanted): Promise<Archive> {
    return this.archives.list({ ...this.visits.proofOf(token, request), ...wanted })
  }

  private async claim(visitor: Visitor, { hasLimit, photoIds }: Claimed, dryRun: boolean): Promise<void> {
    if (!hasLimit) return
    const { token, actor, request, response } = visitor
    const visitorId = this.visits.visitorOf(token, request, response)
    const claim = { ...this.visits.proofOf(token, request), visitorId, photoIds, dryRun }
    await this.rpc.call(sharing.claimDownloads, claim, actor)
  }
}

/** Or how far it is. */
export async function madeOf(making: Promise<SendableArchive>): Promise<SendableArchive | { ready: number }> {
  try {
    return await making
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'archive_preparing') throw error
    return { ready: Number(error.params['ready']) }
  }
}

type Claimed = { hasLimit: boolean; photoIds: string[] | undefined }

/** The whole gallery needs no list of its photos. */
function claimed({ hasLimit, files }: Archive, { photoIds, selection, name }: Wanted): Claimed {
  const isWhole = photoIds === undefined && selection === undefined && name === undefined
  return { hasLimit, photoIds: isWhole ? undefined : files.flatMap(({ photoId }) => photoId ?? []) }
}

/** None named: the largest that is offered. */
export function downloadSize(text: string | undefined): DownloadSize | undefined {
  if (text === undefined) return undefined
  const size = DOWNLOAD_SIZES.find(known => known === text)
  if (!size) throw errors.INVALID_INPUT({ reason: 'size: original, 2048 or 1080' })
  return size
}
