import type { http, LinkView } from '@daymark/contracts'

/** `site`: the public address, without a slash at its end. */
export function presentShare(link: LinkView, site: string): http.Share {
  return {
    id: link.id,
    token: link.token,
    slug: link.slug,
    kind: link.kind,
    album_id: link.albumId,
    album_title: link.albumTitle,
    url: `${site}/share/${link.slug ?? link.token}`,
    revoked: link.revoked,
    active: link.active,
    expires_at: link.expiresAt,
    allow_downloads: link.allowDownloads,
    watermark: link.watermark,
    theme: link.theme,
    theme_override: link.themeOverride,
    show_titles: link.showTitles,
    show_name: link.showName,
    allow_indexing: link.allowIndexing,
    download_sizes: link.downloadSizes,
    download_limit: link.downloadLimit,
    visitor_download_limit: link.visitorLimit,
    download_count: link.downloaded,
    has_password: link.hasPassword,
    password_hint: link.passwordHint,
    picks: link.picks ?? null,
    comments: link.comments ?? null,
    first_look: link.firstLook ?? null,
    listed: link.listed ?? false,
    ...(link.openComments === undefined ? {} : { open_comments: link.openComments }),
    ...(link.waiting === undefined ? {} : { waiting: link.waiting }),
    view_count: link.viewCount,
    last_viewed_at: link.lastViewedAt,
    created_at: link.createdAt,
  }
}
