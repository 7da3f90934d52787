import {
  type Actor,
  type CheckedLink,
  FINDINGS,
  type http,
  library,
  type LinkView,
  type Output,
  preflight,
  settingsFindings,
} from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { photoFinding, presentFinding, settingsFinding } from '../../../presenters/preflight.ts'
import { endOf } from '../link-settings.ts'

type Known = Output<typeof preflight.checkLink>

/** Sharing tells of the link and others to the same photos, library of the photos; what to make of both is decided here. */
@Injectable()
export class Preflights {
  private readonly rpc: RpcClient
  private readonly clock: Clock
  constructor(rpc: RpcClient, clock: Clock) {
    this.rpc = rpc
    this.clock = clock
  }

  async ofLink(id: string, actor: Actor): Promise<http.Preflight> {
    const known = await this.rpc.call(preflight.checkLink, { linkId: id }, actor)
    return this.report(known, { albumId: known.link?.albumId, draft: {} }, actor)
  }

  async ofDraft(draft: http.PreflightBody, actor: Actor): Promise<http.Preflight> {
    const asked = { linkId: draft.share_id, albumId: draft.album_id }
    const known = await this.rpc.call(preflight.checkLink, asked, actor)
    const photoIds = draft.image_ids ?? known.photoIds
    return this.report({ ...known, photoIds }, { albumId: known.link?.albumId ?? draft.album_id, draft }, actor)
  }

  private async report(
    { link, photoIds, ...around }: Known,
    { albumId, draft }: { albumId: string | undefined; draft: http.PreflightBody },
    actor: Actor,
  ): Promise<http.Preflight> {
    const of = photoIds ? { photoIds } : { albumId: albumId ?? '' }
    const photos = await this.rpc.call(library.checkPhotos, of, actor)
    const checked = checkedLink(link, draft)
    const place = { isAlbum: photoIds === null, isFavorites: photos.isFavorites, link: checked }
    const found = [
      ...settingsFindings(checked, { now: this.clock.now(), ...around }).map(settingsFinding),
      ...photos.findings.flatMap(finding => photoFinding(finding, place)),
      ...(photos.total === 0 ? [settingsFinding({ kind: 'empty', severity: 'problem', count: 0, mends: [] })] : []),
    ]
    const sorted = found.toSorted((one, other) => FINDINGS.indexOf(one.kind) - FINDINGS.indexOf(other.kind))
    return {
      image_count: photos.total,
      album_id: place.isAlbum ? (albumId ?? null) : null,
      findings: sorted.map(presentFinding),
    }
  }
}

/** As it would be saved: what the draft leaves out is as the link has it, else as links usually have it (S-SHARE-05). */
function checkedLink(link: LinkView | null, draft: http.PreflightBody): CheckedLink {
  const expiresAt = endOf(draft.expires_at, draft.time_zone)
  const said = draft.password
  const weakness = said === 'none' || said === 'good' ? null : said
  return {
    expiresAt: expiresAt === undefined ? (link?.expiresAt ?? null) : expiresAt,
    allowDownloads: draft.allow_downloads ?? link?.allowDownloads ?? true,
    downloadSizes: draft.download_sizes ?? link?.downloadSizes ?? ['original'],
    watermark: draft.watermark ?? link?.watermark ?? false,
    picks: draft.picks ?? Boolean(link?.picks),
    passwordWeakness: weakness === undefined ? (link?.passwordWeakness ?? null) : weakness,
  }
}
