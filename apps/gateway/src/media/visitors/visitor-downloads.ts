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
import { Visits } from '../../visitors/visitors.ts'
import { type Archive, Archives } from './archives.ts'
import { ActiveVisitorDownloads } from './active-visitor-downloads.ts'
import type { SendableFile } from './watermarked.ts'
import type { SendableArchive } from '../zip/zip-body.ts'

type DownloadSelection = Omit<Input<typeof sharing.listArchive>, 'token' | 'grant'>
/** The request of a visitor for a link. */
export type VisitorRequest = { token: string; actor: Actor; request: Request; response: Response }
/** `ready`: number of files that are ready; `sendable`: null until all files are ready. */
export type PreparedDownload = { archive: Archive; ready: number; sendable: SendableArchive | null }

/** Maximum time for rendering before a response. The gallery page polls until all files are ready. */
const MAX_RENDERING_MS = 2000

/**
 * Downloads of visitors. The sharing service decides which files a download contains, and counts downloads if there is a limit. The media
 * service renders missing sizes.
 */
@Injectable()
export class VisitorDownloads {
  constructor(
    private readonly rpc: RpcClient,
    private readonly visits: Visits,
    private readonly activeDownloads: ActiveVisitorDownloads,
    private readonly archives: Archives,
  ) {}

  /** Authorizes and counts a download, renders its files, and aborts it when access ends (rule 33). */
  async begin(
    visitorRequest: VisitorRequest,
    downloadSelection: DownloadSelection,
    waitMs?: number,
  ): Promise<SendableArchive> {
    const { token, request, response } = visitorRequest
    const archive = await this.activeDownloads.begin({
      response,
      proof: this.visits.proofOf(token, request),
      authorize: () => this.list(visitorRequest, downloadSelection),
      contains: (photoId, { files }) => files.some(file => file.photoId === photoId),
    })
    await this.claim(visitorRequest, toClaim(archive, downloadSelection), request.method === 'HEAD')
    return this.archives.prepareSendable(archive, waitMs)
  }

  async downloadOne(visitorRequest: VisitorRequest, downloadSelection: DownloadSelection): Promise<SendableFile> {
    const { files } = await this.begin(visitorRequest, downloadSelection)
    const [file] = files
    if (!file?.photoId || !file.sha256 || !file.mimeType) throw errors.PHOTO_NOT_FOUND()
    const { photoId, key, size, sha256, mimeType, name: downloadName, patches } = file
    return { photoId, key, size, sha256, mimeType, downloadName, patches, watermark: false }
  }

  /** Renders the files without counting a download. */
  async prepare(visitorRequest: VisitorRequest, downloadSelection: DownloadSelection): Promise<PreparedDownload> {
    const archive = await this.list(visitorRequest, downloadSelection)
    await this.claim(visitorRequest, toClaim(archive, downloadSelection), true)
    const result = await resolveArchiveOrProgress(this.archives.prepareSendable(archive, MAX_RENDERING_MS))
    if ('ready' in result) return { archive, sendable: null, ready: result.ready }
    return { archive, sendable: result, ready: archive.files.length }
  }

  /** The number of downloads that this visitor has left. */
  getRemaining({ token, actor, request, response }: VisitorRequest) {
    const visitorId = this.visits.visitorIdOf(token, request, response)
    const claim = { ...this.visits.proofOf(token, request), visitorId, photoIds: [], dryRun: true }
    return this.rpc.call(sharing.claimDownloads, claim, actor)
  }

  private list({ token, request }: VisitorRequest, downloadSelection: DownloadSelection): Promise<Archive> {
    return this.archives.list({ ...this.visits.proofOf(token, request), ...downloadSelection })
  }

  private async claim(
    visitorRequest: VisitorRequest,
    { hasLimit, photoIds }: DownloadClaim,
    dryRun: boolean,
  ): Promise<void> {
    if (!hasLimit) return
    const { token, actor, request, response } = visitorRequest
    const visitorId = this.visits.visitorIdOf(token, request, response)
    const claim = { ...this.visits.proofOf(token, request), visitorId, photoIds, dryRun }
    await this.rpc.call(sharing.claimDownloads, claim, actor)
  }
}

/** Returns the archive, or the number of files that are ready. */
export async function resolveArchiveOrProgress(
  preparing: Promise<SendableArchive>,
): Promise<SendableArchive | { ready: number }> {
  try {
    return await preparing
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'archive_preparing') throw error
    return { ready: Number(error.params['ready']) }
  }
}

type DownloadClaim = { hasLimit: boolean; photoIds: string[] | undefined }

/** Input for counting a download. `photoIds` is undefined for a download of the whole gallery. */
function toClaim({ hasLimit, files }: Archive, { photoIds, selection, name }: DownloadSelection): DownloadClaim {
  const isWholeGallery = photoIds === undefined && selection === undefined && name === undefined
  return { hasLimit, photoIds: isWholeGallery ? undefined : files.flatMap(({ photoId }) => photoId ?? []) }
}

/** Parses a download size. Undefined means the largest size that the link offers. */
export function parseDownloadSize(text: string | undefined): DownloadSize | undefined {
  if (text === undefined) return undefined
  const size = DOWNLOAD_SIZES.find(downloadSize => downloadSize === text)
  if (!size) throw errors.INVALID_INPUT({ reason: 'size: Send original, 2048 or 1080.' })
  return size
}
