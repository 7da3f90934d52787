import {
  type Actor,
  type CheckedLink,
  FINDING_KINDS,
  type http,
  library,
  type LinkView,
  type Output,
  preflight,
  findSettingsProblems,
} from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { toPhotoFindings, presentFinding, toSettingsFinding } from '../../presenters/preflight.ts'
import { parseExpiry, withOwnerTimeZone } from './share-links.ts'

type LinkCheck = Output<typeof preflight.checkLink>

/**
 * Checks a link before the owner sends it to clients. The sharing service reports the settings of the link and the owner's other links; the
 * library service checks the photos.
 */
@Injectable()
export class Preflights {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
  ) {}

  async checkLink(id: string, actor: Actor): Promise<http.Preflight> {
    const linkCheck = await this.rpc.call(preflight.checkLink, { linkId: id }, actor)
    return this.createReport(linkCheck, { albumId: linkCheck.link?.albumId, draft: {} }, actor)
  }

  async checkDraft(body: http.PreflightBody, actor: Actor): Promise<http.Preflight> {
    const draft = await withOwnerTimeZone(this.rpc, body, actor)
    const input = { linkId: draft.share_id, albumId: draft.album_id }
    const linkCheck = await this.rpc.call(preflight.checkLink, input, actor)
    const photoIds = draft.image_ids ?? linkCheck.photoIds
    return this.createReport(
      { ...linkCheck, photoIds },
      { albumId: linkCheck.link?.albumId ?? draft.album_id, draft },
      actor,
    )
  }

  private async createReport(
    { link, photoIds, ...context }: LinkCheck,
    { albumId, draft }: { albumId: string | undefined; draft: http.PreflightBody },
    actor: Actor,
  ): Promise<http.Preflight> {
    const selector = photoIds ? { photoIds } : { albumId: albumId ?? '' }
    const photos = await this.rpc.call(library.checkPhotos, selector, actor)
    const checkedLink = applyDraft(link, draft)
    const scope = { isAlbum: photoIds === null, isFavorites: photos.isFavorites, link: checkedLink }
    const findings = [
      ...findSettingsProblems(checkedLink, { now: this.clock.now(), ...context }).map(toSettingsFinding),
      ...photos.findings.flatMap(finding => toPhotoFindings(finding, scope)),
      ...(photos.total === 0 ? [toSettingsFinding({ kind: 'empty', severity: 'problem', count: 0, fixes: [] })] : []),
    ]
    const sortedFindings = findings.toSorted((a, b) => FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind))
    return {
      image_count: photos.total,
      album_id: scope.isAlbum ? (albumId ?? null) : null,
      findings: sortedFindings.map(presentFinding),
    }
  }
}

/** Defaults of links (S-SHARE-05). */
const DEFAULT_LINK_SETTINGS: CheckedLink = {
  expiresAt: null,
  allowDownloads: true,
  downloadSizes: ['original'],
  watermark: false,
  picks: false,
  passwordWeakness: null,
}
type DraftSettings = { [K in keyof CheckedLink]: CheckedLink[K] | undefined }
const omitUndefined = (draft: DraftSettings): Partial<CheckedLink> =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined))

/** The settings that would be saved: those of the draft, else of the link, else the defaults. */
const applyDraft = (link: LinkView | null, draft: http.PreflightBody): CheckedLink => ({
  ...DEFAULT_LINK_SETTINGS,
  ...(link && settingsOfLink(link)),
  ...omitUndefined(settingsOfDraft(draft)),
})
const settingsOfLink = (link: LinkView): CheckedLink => ({
  expiresAt: link.expiresAt,
  allowDownloads: link.allowDownloads,
  downloadSizes: link.downloadSizes,
  watermark: link.watermark,
  picks: Boolean(link.picks),
  passwordWeakness: link.passwordWeakness ?? null,
})
const settingsOfDraft = (draft: http.PreflightBody): DraftSettings => ({
  expiresAt: parseExpiry(draft),
  allowDownloads: draft.allow_downloads,
  downloadSizes: draft.download_sizes,
  watermark: draft.watermark,
  picks: draft.picks,
  passwordWeakness: draft.password === 'none' || draft.password === 'good' ? null : draft.password,
})
