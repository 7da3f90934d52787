import type { ServerResponse } from 'node:http'
import { AppError } from '@daymark/contracts'
import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { whenClosed } from '../../http/when-closed.ts'
import { LinkAccess, type Proof } from './link-access.ts'

type DownloadAccess = { linkId: string; expiresAt?: string | null | undefined; watermark: boolean }
export type TrackedDownload<T extends DownloadAccess> = {
  response: ServerResponse
  /** The token of the link and, if it has a password, the cookie that proves that the visitor entered it. */
  proof: Proof
  /** Rejects if the visitor may not download. It is called again when the link changes. */
  authorize(): Promise<T>
  /** Whether the download contains this photo. */
  contains(photoId: string, access: T): boolean
}
type Authorize = () => Promise<Pick<DownloadAccess, 'expiresAt' | 'watermark'>>
type Download = Pick<DownloadAccess, 'linkId' | 'watermark'> & {
  response: ServerResponse
  proof: Proof
  authorize: Authorize
  contains(photoId: string): boolean
}

/** Delay before another check if the sharing service did not respond. */
const RETRY_DELAY_MS = 1000
/** Minimum delay of the check after a link expires. The sharing service decides whether the link has expired, and its clock may differ. */
const MIN_CHECK_DELAY_MS = 250
/** Interval at which the links of running downloads are checked. After a lost event, a check is late by at most this time. */
const RECHECK_INTERVAL_MS = 5000
/** Name that these checks use instead of a network, so that they and the networks of visitors take turns in the call queue of LinkAccess. */
const RECHECK_NETWORK = 'recheck'

/** Downloads that are being sent to visitors. They are aborted when the visitor loses access (rule 33). */
@Injectable()
export class ActiveVisitorDownloads {
  private readonly downloadsByLink = new Map<string, Set<Download>>()
  private changeCount = 0
  private readonly checkTimers = new WeakMap<Download, NodeJS.Timeout>()

  constructor(
    private readonly clock: Clock,
    private readonly links: LinkAccess,
  ) {}

  /** Authorizes a download and aborts its response when access ends. */
  async begin<T extends DownloadAccess>(tracked: TrackedDownload<T>): Promise<T> {
    const changeCountBefore = this.changeCount
    const access = await tracked.authorize()
    const download = this.track(tracked, access)
    // The authorization may have used a state before a change that arrived while it ran.
    if (this.changeCount !== changeCountBefore) void this.recheck(download)
    return access
  }

  /** Registers a response that is being sent to an authorized visitor, and aborts it when access ends. */
  track<T extends DownloadAccess>({ contains, ...tracked }: TrackedDownload<T>, access: T): Download {
    const { linkId, watermark } = access
    const download = { ...tracked, linkId, watermark, contains: (id: string) => contains(id, access) }
    this.add(download)
    this.scheduleCheck(download, access)
    return download
  }

  /** Aborts all downloads of a link that has ended. */
  end(linkId: string): void {
    this.changeCount++
    for (const { response } of this.downloadsByLink.get(linkId) ?? []) response.destroy()
  }

  /** Authorizes all downloads of a changed link again, and aborts those that are no longer allowed. */
  check(linkId: string): void {
    this.changeCount++
    for (const download of this.downloadsByLink.get(linkId) ?? []) void this.recheck(download)
  }

  /** Authorizes the downloads of all links again. It is called when an owner's galleries were closed, which is rare. */
  checkAll(): void {
    for (const linkId of this.downloadsByLink.keys()) this.check(linkId)
  }

  /** Aborts all downloads that contain a deleted photo. */
  endDownloadsOfPhoto(photoId: string): void {
    for (const downloads of this.downloadsByLink.values())
      for (const { response, contains } of downloads) if (contains(photoId)) response.destroy()
  }

  private add(download: Download): void {
    const { linkId } = download
    const downloads = this.downloadsByLink.get(linkId) ?? new Set()
    this.downloadsByLink.set(linkId, downloads.add(download))
    whenClosed(download.response, () => {
      clearTimeout(this.checkTimers.get(download))
      downloads.delete(download)
      if (downloads.size === 0 && this.downloadsByLink.get(linkId) === downloads) this.downloadsByLink.delete(linkId)
    })
  }

  private async recheck(download: Download, authorize: Authorize = download.authorize): Promise<void> {
    if (download.response.closed) return
    try {
      const access = await authorize()
      // rule 40: the link now has a watermark and this download does not.
      if (access.watermark && !download.watermark) download.response.destroy()
      this.scheduleCheck(download, access)
    } catch (error) {
      if (error instanceof AppError && error.status < 500) download.response.destroy()
      // This timer is not stored in `checkTimers`, because a running check would replace it there.
      else setTimeout(() => void this.recheck(download, authorize), RETRY_DELAY_MS).unref()
    }
  }

  /**
   * Schedules the next check: at the expiry date, or after RECHECK_INTERVAL_MS. The check covers access to the link, once for all of its downloads,
   * but not their files, because a change of the gallery does not end a download.
   */
  private scheduleCheck(download: Download, { expiresAt }: Pick<DownloadAccess, 'expiresAt'>): void {
    clearTimeout(this.checkTimers.get(download))
    if (download.response.closed) return
    const msToExpiry = expiresAt ? Date.parse(expiresAt) - this.clock.now().getTime() : Infinity
    const delayMs = Math.min(Math.max(msToExpiry, MIN_CHECK_DELAY_MS), RECHECK_INTERVAL_MS)
    const checkLink = (): Promise<void> =>
      this.recheck(download, () => this.links.checkAccess(download.proof, RECHECK_NETWORK))
    this.checkTimers.set(download, setTimeout(() => void checkLink(), delayMs).unref())
  }
}
