import type { http, LinkView } from '@daymark/contracts'

/** S-V1-25. `site`: the public address of its owner's galleries, without a slash at its end. */
export function presentShare(link: LinkView, site: string): http.v1.Share {
  return {
    id: link.id,
    album_id: link.albumId,
    token: link.token,
    public_url: `${site}/share/${link.slug ?? link.token}`,
    allow_download: link.allowDownloads,
    watermark: link.watermark,
    has_password: link.hasPassword,
    first_look: link.firstLook ?? null,
    revoked: link.revoked,
    expires_at: link.expiresAt,
    view_count: link.viewCount,
    last_viewed_at: link.lastViewedAt,
    created_at: link.createdAt,
    updated_at: link.updatedAt ?? link.createdAt,
  }
}
