import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { urlOf, call } from '../../lib/api.ts'
import { userTimeZone } from '../../lib/format/dates.ts'
import { outcomeOf } from '../../lib/outcome.ts'
import type { LinkDraft } from './link-form.tsx'

/** Reads the upload links of an album. */
export function uploadLinksQuery(albumId: string): CachedQuery<http.UploadLink[]> {
  const params = { id: albumId }
  return {
    type: 'shares',
    key: [urlOf(routes.listUploadLinks, { params })],
    read: async signal => (await call(routes.listUploadLinks, { params, signal })).links,
  }
}

const linkParams = ({ id }: http.UploadLink) => ({ params: { id } })

/** rule 34: the request contains the owner's time zone, because a link expires at the end of a day in this zone. */
function toRequestBody({ title, greeting, approve, expiresOn, password, removePassword, ...limits }: LinkDraft) {
  return {
    title: title.trim(),
    greeting: greeting.trim(),
    approve,
    expires_at: expiresOn || null,
    time_zone: userTimeZone(),
    max_photos: Number(limits.photos),
    max_photos_per_guest: Number(limits.perGuest),
    section_id: limits.section || null,
    ...(password && { password }),
    ...(removePassword && { password: null }),
  }
}

export const saveUploadLink = (target: { albumId: string } | { link: http.UploadLink }, draft: LinkDraft) =>
  outcomeOf('Saving the upload link failed', async () => {
    const body = toRequestBody(draft)
    const savedLink =
      'link' in target
        ? await call(routes.updateUploadLink, { ...linkParams(target.link), body })
        : await call(routes.createUploadLink, { params: { id: target.albumId }, body })
    await invalidate('share')
    return savedLink
  })

export const toggleUploadLink = (link: http.UploadLink) =>
  outcomeOf('Closing or opening the upload link failed', async () => {
    await call(link.revoked ? routes.openUploadLink : routes.closeUploadLink, linkParams(link))
    await invalidate('share')
  })

export const deleteUploadLink = (link: http.UploadLink) =>
  outcomeOf('Deleting the upload link failed', async () => {
    await call(routes.deleteUploadLink, linkParams(link))
    await invalidate('share')
  })
