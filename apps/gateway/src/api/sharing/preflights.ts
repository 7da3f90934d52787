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
import { photoFinding, presentFinding, settingsFinding } from '../../presenters/preflight.ts'
import { endOf, withOwnersZone } from './link-settings.ts'

type Known = Output<typeof preflight.checkLink>

/** Sharing tells of the link and others to the same photos, library of the photos; what to make of both is decided here. */
@Injectable()
export class Preflights {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
  ) {}

  async ofLink(id: string, actor: Actor): Promise<http.Preflight> {
    const known = await this.rpc.call(preflight.checkLink, { linkId: id }, actor)
    return this.report(known, { albumId: known.link?.albumId, draft: {} }, actor)
  }

  async ofDraft(wanted: http.PreflightBody, actor: Actor): Promise<http.Preflight> {
    const draft = await withOwnersZone(this.rpc, wanted, actor)
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

/** What links usually have (S-SHARE-05). */
const USUAL: CheckedLink = {
  ...{ expiresAt: null, allowDownloads: true, downloadSizes: ['original'], watermark: false, picks: false },
  passwordWeakness: null,
}
type Said = { [K in keyof CheckedLink]: CheckedLink[K] | undefined }
const given = (said: Said): Partial<CheckedLink> =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))

/** As it would be saved: what the draft leaves out is as the link has it, else as links usually have it. */
const checkedLink = (link: LinkView | null, draft: http.PreflightBody): CheckedLink => ({
  ...USUAL,
  ...(link && savedLink(link)),
  ...given(drafted(draft)),
})
const savedLink = (link: LinkView): CheckedLink => ({
  ...{ expiresAt: link.expiresAt, allowDownloads: link.allowDownloads, downloadSizes: link.downloadSizes },
  ...{ watermark: link.watermark, picks: Boolean(link.picks), passwordWeakness: link.passwordWeakness ?? null },
})
const drafted = (draft: http.PreflightBody): Said => ({
  expiresAt: endOf(draft),
  allowDownloads: draft.allow_downloads,
  downloadSizes: draft.download_sizes,
  ...{ watermark: draft.watermark, picks: draft.picks },
  passwordWeakness: draft.password === 'none' || draft.password === 'good' ? null : draft.password,
})
