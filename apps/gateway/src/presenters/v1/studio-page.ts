import type { http, StudioPage } from '@daymark/contracts'

export const presentStudioPage = (page: StudioPage, url: string | null): http.v1.StudioPage => ({
  ...{ enabled: page.enabled, url, name: page.name, title: page.title, text: page.text },
  allow_indexing: page.allowIndexing,
  share_ids: page.links.map(({ id }) => id),
})
